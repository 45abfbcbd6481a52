/**
 * The whole product in one go, for a person to read: compiles the binary, initialises a sample project in a temporary
 * folder, replays a Monday and the morning after it in Cursor's hook events, and shows what the agent is given, what it
 * is asked, what is found.
 *
 *   deno task demo [--lang zh|en]    another language than that of the terminal
 *   deno task demo --keep            leaves the sample project where it is
 *   deno task demo --compiled        with the binary that is in dist/
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { BINARY, compile, thisTarget } from "./compile.ts";
import type { Language } from "../src/sentence.ts";
import { type Session, type Step, type Story, storyIn } from "./demo/day.ts";

const bold = (text: string) => process.stdout.isTTY && !process.env["NO_COLOR"] ? `\x1b[1m${text}\x1b[22m` : text;

const FLAG = { type: "boolean" } as const;

interface Scene {
  readonly home: string;
  readonly project: string;
  readonly lang: Language;
  readonly story: Story;
}

function main(): void {
  const { values } = parseArgs({ options: { lang: { type: "string" }, keep: FLAG, compiled: FLAG } });
  const folder = mkdtempSync(join(tmpdir(), "memory-demo-"));
  const lang = languageOf(values.lang ?? spoken());
  const story = storyIn(lang);
  const scene: Scene = { home: folder, project: join(folder, "shop"), lang, story };
  mkdirSync(scene.project);
  try {
    if (!values.compiled) build(story);
    initialise(scene);
    for (const session of story.sessions) play(scene, session);
    for (const query of story.searches) search(scene, query);
    showFiles(scene);
  } finally {
    if (values.keep) console.log(`\n${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

/** What the terminal's reader speaks. */
function spoken(): string {
  return ["MEMORY_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].map((name) => process.env[name]).find(Boolean) ?? "en";
}

const languageOf = (locale: string): Language => locale.startsWith("zh") ? "zh" : "en";

function build({ say }: Story): void {
  heading(say("compiling"));
  const started = Date.now();
  compile(thisTarget(), BINARY);
  const size = Math.round(statSync(BINARY).size / 1e6);
  console.log(`  ${say("compiled", { seconds: ((Date.now() - started) / 1000).toFixed(1), megabytes: size })}`);
}

function initialise(scene: Scene): void {
  heading(scene.story.say("init"));
  const printed = run(scene, ["init", "--agent", "cursor", "--lang", scene.lang, "--skip-model"]);
  console.log(inside(scene, printed).trimEnd().replaceAll(/^(?=.)/gm, "  "));
}

function play(scene: Scene, session: Session): void {
  heading(session.title);
  for (const step of session.steps) {
    const [left, right] = act(scene, session, step);
    console.log(`  ${step.at}  ${bold(left)}`);
    if (right) {
      console.log(inside(scene, right).trimEnd().split("\n").map((line) => `         │ ${line}`.trimEnd()).join("\n"));
    }
  }
}

/** Does one step; returns what it was and what came back. */
function act(scene: Scene, session: Session, step: Step): [string, string] {
  const { say } = scene.story;
  if ("agent" in step) {
    const { data } = JSON.parse(run(scene, ["save", ...step.agent, "--session", session.id]));
    const said = step.agent.filter((word) => !/^--(type|layer|source|entities)=/.test(word)).slice(1);
    const told = said.map((word) => word.replace(/^--(\w+)=/, (_, name) => name === "content" ? "" : `${name}: `));
    return [say("saves", { kind: step.agent[0] ?? "", status: data.status }), told.join("\n")];
  }
  if ("says" in step) {
    const reply = hook(scene, session, "beforeSubmitPrompt", { prompt: step.says, attachments: [] });
    const known = session === scene.story.sessions[1] ? say("known") : "";
    return [`${say("person")}: ${step.says}`, describe(scene, reply) || known];
  }
  return [`Cursor → ${step.hook}`, describe(scene, hook(scene, session, step.hook, step.fields ?? {}))];
}

function hook(scene: Scene, { id }: Session, event: string, fields: object): Record<string, unknown> {
  const payload = {
    conversation_id: id,
    session_id: id,
    generation_id: event === "sessionStart" ? "" : "d4b2603b-ebfe-45ee-832d-b30d048defbb",
    model: "composer-2.5",
    hook_event_name: event,
    cursor_version: "3.18.25",
    workspace_roots: [scene.project],
    user_email: "dev@example.invalid",
    transcript_path: null,
    ...fields,
  };
  return JSON.parse(run(scene, ["hook", "cursor", event], JSON.stringify(payload)));
}

/** A hook's reply as a person would tell it: what is remembered whole, how to use it in a line. */
function describe({ story: { say } }: Scene, reply: Record<string, unknown>): string {
  const { additional_context, followup_message, user_message } = reply;
  if (additional_context) {
    const context = String(additional_context);
    const at = context.indexOf("<memory-");
    return at < 0 ? say("told") : `${say("given")}\n\n${context.slice(at)}`;
  }
  if (followup_message) return `${say("asked")}\n\n${followup_message}`;
  return user_message ? `${say("sees")} ${user_message}` : "";
}

function search(scene: Scene, query: string): void {
  heading(`memory search "${query}"`);
  const { results, method } = JSON.parse(run(scene, ["search", query, "--max-results", "1"]));
  for (const { content, source } of results) {
    console.log(`  ${content.split("\n").join("\n  ")}\n  (${source})`);
  }
  if (results.length === 0) throw new Error(`Nothing found for ${query}`);
  console.log(`  ${scene.story.say(method === "fts" ? "by_fts" : "by_method", { method })}`);
}

function showFiles(scene: Scene): void {
  const { say } = scene.story;
  heading(say("where"));
  const data = join(scene.project, ".cursor", "skills", "memory-data");
  const sessions = readFileSync(join(data, "sessions.jsonl"), "utf8").trimEnd().split("\n");
  console.log(`  ${say("files", { folder: inside(scene, data), sessions: sessions.length })}\n`);
  console.log(`  ${sessions[0]}`);
}

/** Runs the binary in the sample project, with nothing of this machine around it; returns what it printed. */
function run({ home, project, lang }: Scene, words: readonly string[], input = ""): string {
  const env = { HOME: home, USERPROFILE: home, PATH: process.env["PATH"] ?? "", MEMORY_LANG: lang };
  const { status, stdout, stderr } = spawnSync(BINARY, words, { cwd: project, env, input, encoding: "utf8" });
  if (status !== 0) throw new Error(`memory ${words.join(" ")} exited ${status}:\n${stderr}`);
  return stdout;
}

function inside({ home }: Scene, text: string): string {
  return text.replaceAll(home, "~").replaceAll(`"${BINARY}"`, "memory");
}

function heading(text: string): void {
  console.log(`\n${bold(text)}\n`);
}

if (import.meta.main) main();
