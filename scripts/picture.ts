/**
 * The moving picture of the README: the same question in a new session, without memory and with it.
 *
 * The binary is run in two temporary projects, one without a memory and one in which a fact was saved; what its hooks
 * printed is what the picture shows. Only the sentences of person and agent are written by hand, in picture.tsv.
 *
 *   deno task picture    writes docs/images/monday.svg and monday.zh.svg with the binary that it compiles
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Language } from "../src/sentence.ts";
import { textsOfRoom, type Values } from "../src/wording.ts";
import { BINARY, ROOT } from "./compile.ts";
import STORY from "./picture.tsv" with { type: "text" };

export const LANGUAGES: readonly Language[] = ["en", "zh"];

/** The file of a language's picture, from the root of the repository. */
export const pictureFile = (lang: Language) => `docs/images/monday${lang === "zh" ? ".zh" : ""}.svg`;

/** What is said and told in the picture, and the labels of its parts. */
const { said } = textsOfRoom(STORY);

/** What the hooks of the binary gave, line by line, and the command by which the agent saved. */
interface Run {
  readonly command: string;
  readonly without: readonly string[];
  readonly with: readonly string[];
}

/** Plays the two mornings with the real binary. Throws where memory does not know the fact. */
export function playMornings(lang: Language): Run {
  const home = mkdtempSync(join(tmpdir(), "memory-picture-"));
  const [fact, ask] = [said("fact")[lang], said("ask")[lang]];
  const run = (project: string, words: readonly string[], input = "") => {
    const cwd = join(home, project);
    mkdirSync(cwd, { recursive: true });
    const env = { HOME: home, USERPROFILE: home, PATH: process.env["PATH"] ?? "", MEMORY_LANG: lang };
    const { status, stdout, stderr } = spawnSync(BINARY, words, { cwd, env, input, encoding: "utf8" });
    if (status !== 0) throw new Error(`memory ${words.join(" ")} exited ${status}:\n${stdout}${stderr}`);
    return stdout;
  };
  const morning = (project: string) =>
    [["SessionStart", { source: "startup" }], ["UserPromptSubmit", { prompt: ask }]].flatMap(([event, fields]) => {
      const told = { session_id: "a-new-session", cwd: join(home, project), hook_event_name: event };
      const reply = run(project, ["hook", "claude", String(event)], JSON.stringify({ ...told, ...Object(fields) }));
      return remembered(JSON.parse(reply).hookSpecificOutput?.additionalContext ?? "");
    });
  try {
    run("with", ["init", "--agent", "claude", "--lang", lang, "--skip-model"]);
    run("with", ["save", "fact", "--type", "O", "--content", fact]);
    const runs = {
      command: `memory save fact --type O --content '${fact}'`,
      without: morning("without"),
      with: morning("with"),
    };
    if (!runs.with.some((line) => line.includes(fact))) throw new Error("The new session was not given the fact");
    return runs;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The lines of the records that a hook gave: sections and their items, without frames and words on how to use them. */
function remembered(context: string): string[] {
  const frame = /<memory-\w+ id="[^"]+">\n([\s\S]*?)\n<\/memory-/g;
  return [...context.matchAll(frame)].flatMap(([, inside = ""]) =>
    inside.split("\n").filter((line) => /^(##|-) /.test(line))
  );
}

const WIDTH = 940;
const HEIGHT = 398;
const PANEL = 456;
const LINE_HEIGHT = 21;
const LOOP_SECONDS = 12;

/** A line of a panel: where, when it appears, and how it looks. */
interface Line {
  readonly text: string;
  readonly look: "label" | "you" | "agent" | "command" | "given" | "quiet";
  readonly second: number;
  readonly who?: string;
}

/** What stands behind the name of who says it. */
const INDENTED: ReadonlySet<Line["look"]> = new Set(["you", "agent", "command"]);

/** The picture of a run. */
export function picture(lang: Language, run: Run): string {
  const say = (name: string, values?: Values) => said(name, values)[lang];
  const day = /\d{4}-\d{2}-\d{2}/.exec(run.with.join(" "))?.[0] ?? "";
  const monday = (saves: boolean): Line[] => [
    { text: say("monday"), look: "label", second: 0.3 },
    { who: say("you"), text: say("tell"), look: "you", second: 0.8 },
    ...(saves ? wrapped(`${say("saves")} ${run.command}`) : [say("noted")]).map((text, at): Line => ({
      ...at === 0 ? { who: say("agent") } : {},
      text,
      look: saves ? "command" : "agent",
      second: 2.2,
    })),
    ...(saves ? [] : [{ text: "", look: "quiet", second: 0 } satisfies Line]),
    { text: "", look: "quiet", second: 0 },
    { text: say("next"), look: "label", second: 4 },
  ];
  const morning = (given: readonly string[], answer: readonly string[]): Line[] => [
    { text: given.length === 0 ? say("nothing") : say("given"), look: "quiet", second: 4.8 },
    ...given.map((text): Line => ({ text, look: "given", second: 5.2 })),
    ...Array.from({ length: 2 - given.length }, (): Line => ({ text: "", look: "quiet", second: 0 })),
    { text: "", look: "quiet", second: 0 },
    { who: say("you"), text: say("ask"), look: "you", second: 6.6 },
    ...answer.map((text, at): Line => ({
      ...at === 0 ? { who: say("agent") } : {},
      text,
      look: "agent",
      second: 8.2,
    })),
  ];
  const panels = [
    { title: say("without"), x: 8, lines: [...monday(false), ...morning(run.without, say("lost").split("\n"))] },
    {
      title: say("with"),
      x: WIDTH - PANEL - 8,
      lines: [...monday(true), ...morning(run.with, [say("known", { day })])],
    },
  ];
  const seconds = [...new Set(panels.flatMap(({ lines }) => lines.map(({ second }) => second)))].filter(Boolean);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" lang="${lang}">
<title>${say("without")} / ${say("with")}: ${say("ask")}</title>
<style>${style(seconds)}</style>
${panels.map(panel).join("\n")}
<text class="caption" x="${WIDTH / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escaped(say("caption"))}</text>
</svg>
`;
}

function panel({ title, x, lines }: { title: string; x: number; lines: readonly Line[] }): string {
  const rows = lines.flatMap(({ text, look, second, who }, at) => {
    if (text === "") return [];
    const y = 72 + at * LINE_HEIGHT;
    const name = who === undefined ? "" : `<text class="who" x="${x + 18}" y="${y}">${escaped(who)}</text>`;
    const left = INDENTED.has(look) ? 74 : 18;
    return [
      `<g class="${step(second)}">${name}<text class="${look}" x="${x + left}" y="${y}">${escaped(text)}</text></g>`,
    ];
  });
  return `<rect class="panel" x="${x}" y="8" width="${PANEL}" height="${HEIGHT - 46}" rx="10"/>
<text class="title" x="${x + 18}" y="36">${escaped(title)}</text>
<line class="rule" x1="${x}" x2="${x + PANEL}" y1="48" y2="48"/>
${rows.join("\n")}`;
}

/** The class of what appears at a second. */
const step = (second: number) => `s${Math.round(second * 10)}`;

/** Without animation everything stands there, for readers who have asked for less motion. */
function style(seconds: readonly number[]): string {
  const percent = (second: number) => `${(second / LOOP_SECONDS * 100).toFixed(1)}%`;
  const steps = seconds.map((second) =>
    `.${step(second)}{animation:${step(second)} ${LOOP_SECONDS}s infinite}` +
    `@keyframes ${step(second)}{0%,${percent(second)}{opacity:0}${percent(second + 0.3)},97%{opacity:1}100%{opacity:0}}`
  );
  return `
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"PingFang SC","Microsoft YaHei",monospace;fill:#1f2328}
.panel{fill:#fff;stroke:#d0d7de}.rule{stroke:#d0d7de}
.title{font-weight:700}.label{font-weight:700;font-size:13px}.who,.quiet,.command,.caption{fill:#59636e}
.quiet,.command{font-size:13px}.given{fill:#116329}.caption{font-size:12px}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.panel{fill:#0d1117;stroke:#3d444d}.rule{stroke:#3d444d}
.who,.quiet,.command,.caption{fill:#9198a1}.given{fill:#7ee787}}
${steps.join("\n")}
@media(prefers-reduced-motion:reduce){g{animation:none!important}}
`;
}

/** A command in lines that fit into a panel. */
function wrapped(text: string): string[] {
  const at = text.indexOf(" --content");
  return [text.slice(0, at), `  ${text.slice(at + 1)}`];
}

/** Text as it stands in SVG. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

if (import.meta.main) {
  mkdirSync(join(ROOT, "docs", "images"), { recursive: true });
  for (const lang of LANGUAGES) {
    const svg = picture(lang, playMornings(lang));
    writeFileSync(join(ROOT, pictureFile(lang)), svg);
    console.log(`${pictureFile(lang)}: ${(svg.length / 1000).toFixed(1)} kB`);
  }
}
