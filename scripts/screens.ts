/**
 * Still pictures of what a new user sees: the verbs of the first hour, run in a terminal in a fresh project.
 *
 *   deno run -A scripts/screens.ts                              docs/images/screens/NAME.svg, by dist/memory
 *   deno run -A scripts/screens.ts --binary FILE --as before    the same by another binary, NAME-before.svg
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { ROOT } from "./compile.ts";
import { escaped } from "./picture.ts";

const FOLDER = "docs/images/screens";
const COLUMNS = 100;
/** A longer screen is cut: the reader of a page sees that it goes on. */
const ROWS_MAX = 48;

/** One screen: what is typed, and what came before it unseen. */
const SCREENS: readonly { readonly name: string; readonly before?: string; readonly typed: string }[] = [
  { name: "bare", typed: "memory" },
  { name: "init", typed: "memory init --skip-model" },
  { name: "nothing", typed: "memory search deploy" },
  { name: "list", before: "memory save fact --type O --content 'We deploy on Tuesdays only'", typed: "memory list" },
  { name: "mistyped", typed: "memory save 'We deploy on Tuesdays only'" },
];

/** Runs the verbs in a terminal of a fresh project, one after the other. The lines of each screen, without colours. */
function play(binary: string): Map<string, string[]> {
  const home = mkdtempSync(join(tmpdir(), "memory-screens-"));
  const project = join(home, "shop");
  const bin = join(home, "bin");
  const shell = (command: string) =>
    spawnSync("script", ["-qec", `stty cols ${COLUMNS} rows 60; ${command}`, "/dev/null"], {
      cwd: project,
      env: { HOME: home, PATH: `${bin}:/usr/bin:/bin`, LANG: "en_US.UTF-8", TERM: "xterm" },
      encoding: "utf8",
    }).stdout;
  try {
    for (const folder of [bin, join(project, ".claude")]) mkdirSync(folder, { recursive: true });
    spawnSync("ln", ["-s", binary, join(bin, "memory")]);
    spawnSync("git", ["init", "-q", project]);
    return new Map(SCREENS.map(({ name, before, typed }) => {
      if (before) shell(before);
      const text = stripVTControlCharacters(shell(typed)).replaceAll(home, "~").trimEnd();
      return [name, [`$ ${typed}`, ...text.split(/\r?\n/)]];
    }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const LINE_HEIGHT = 18;
const CHARACTER = 8.43;

/** Lines as a picture of a terminal. */
function screen(lines: readonly string[]): string {
  const shown = lines.length > ROWS_MAX ? [...lines.slice(0, ROWS_MAX - 1), "…"] : lines;
  const width = Math.round(COLUMNS * CHARACTER + 32);
  const height = shown.length * LINE_HEIGHT + 30;
  const rows = shown.map((line, at) =>
    `<text x="16" y="${28 + at * LINE_HEIGHT}"${at === 0 ? ' class="typed"' : ""} xml:space="preserve">${
      escaped(line)
    }</text>`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(lines[0] ?? "")}</title>
<style>
rect{fill:#fff;stroke:#d0d7de}text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1f2328}
.typed{font-weight:700}@media(prefers-color-scheme:dark){rect{fill:#0d1117;stroke:#3d444d}text{fill:#e6edf3}}
</style>
<rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="8"/>
${rows.join("\n")}
</svg>
`;
}

const { values } = parseArgs({ options: { binary: { type: "string" }, as: { type: "string" } } });
mkdirSync(join(ROOT, FOLDER), { recursive: true });
for (const [name, lines] of play(values.binary ?? join(ROOT, "dist", "memory"))) {
  const file = `${FOLDER}/${name}${values.as ? `-${values.as}` : ""}.svg`;
  writeFileSync(join(ROOT, file), screen(lines));
  console.log(file);
}
