/**
 * Generates the parts of the docs that come from code: settings, variables, verbs, error codes, the release address.
 *
 *   deno task docs            rewrites them
 *   deno task docs --check    lists the files that are out of date, and writes nothing
 *
 * A page marks each part with `<!-- docs: settings en -->` … `<!-- /docs -->`; whatever is in between is replaced.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { everywhere, helpText } from "../src/cli/help.ts";
import { SHORT_NAMES, TABLE } from "../src/cli/table.ts";
import { wordsOf } from "../src/cli/words.ts";
import { ENVIRONMENT_OF, type Rule, rulesByKey } from "../src/config/schema.ts";
import { PRESETS } from "../src/config/change.ts";
import { EXIT_CODE_OF } from "../src/errors.ts";
import type { Language, Sentence } from "../src/sentence.ts";
import { ROOT } from "./compile.ts";
import { CHECKS } from "../src/doctor/mod.ts";
import TOLD from "./docs.tsv" with { type: "text" };
import { RELEASES } from "./release.ts";

/** What the table says of all names of a kind, in its order. */
export function toldOf(kind: "setting" | "variable" | "check" | "error"): ReadonlyMap<string, Sentence> {
  const rows = TOLD.trim().split("\n").map((line) => line.split("\t")).filter((row) => row[0] === kind);
  return new Map(rows.map(([, name = "", en = "", zh = ""]) => [name, { en, zh }]));
}

/** What the table says of this name. Throws where it says nothing. */
function told(kind: Parameters<typeof toldOf>[0], name: string, lang: Language): string {
  const words = toldOf(kind).get(name)?.[lang];
  if (words) return words;
  throw new Error(`scripts/docs.tsv does not explain the ${kind} ${name}`);
}

/** Pages that may hold generated parts, and the installers. */
export function documents(): string[] {
  const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
  return ["README.md", "README.zh.md", ...pages].filter((file) => existsSync(join(ROOT, file)));
}

/** A page as it should be. */
export async function upToDate(text: string): Promise<string> {
  const parts = text.split(/(<!-- docs: [^>]+ -->)[\s\S]*?(<!-- \/docs -->)/);
  for (const [at, part] of parts.entries()) {
    const [, name = "", lang = "en"] = /^<!-- docs: (\S+)(?: (\S+))? -->$/.exec(part) ?? [];
    if (name) parts[at] = `${part}\n\n${await block(name, lang === "zh" ? "zh" : "en")}\n\n`;
  }
  return formatted(
    parts.join("").replace(/https:\/\/[^\s)"'|]+\/releases(?=\/latest\/download\/install\.)/g, RELEASES),
  );
}

async function block(name: string, lang: Language): Promise<string> {
  if (name === "settings") return settings(lang);
  if (name === "environment") return environment(lang);
  if (name === "presets") return presets(lang);
  if (name === "doctor") return doctor(lang);
  if (name === "errors") return errors(lang);
  if (name === "verbs") return verbs(lang);
  if (name === "help") return await help(lang);
  throw new Error(`There is no part "${name}"`);
}

const HEADS = {
  settings: { en: ["Key", "Default", "Values", "What it does"], zh: ["键", "默认值", "取值", "作用"] },
  environment: { en: ["Variable", "What it does"], zh: ["变量", "作用"] },
  presets: { en: ["Preset", "What it sets"], zh: ["预设", "内容"] },
  doctor: {
    en: ["Check", "In JSON", "What must hold, what to do if not"],
    zh: ["检查项", "JSON 中", "正常状态与处理办法"],
  },
  verbs: { en: ["Verb", "What it does"], zh: ["命令", "作用"] },
  errors: { en: ["Code", "Exit", "What it means, what to do"], zh: ["错误码", "退出码", "含义与处理"] },
};
const MARKS = {
  guarded: { en: "trusted only", zh: "仅受信任" },
  userOnly: { en: "user's file only", zh: "仅用户级" },
  needsRebuild: { en: "vectors are rebuilt", zh: "会重做向量" },
};

function settings(lang: Language): string {
  const rows = [...rulesByKey()].map(([key, rule]) => {
    const marks = marksOf(rule).map((mark) => lang === "zh" ? `（${MARKS[mark].zh}）` : ` (${MARKS[mark].en})`);
    return [code(key), code(shown(rule.fallback)), rule.range()[lang], told("setting", key, lang) + marks.join("")];
  });
  return table(HEADS.settings[lang], rows);
}

function marksOf(rule: Rule<unknown>): (keyof typeof MARKS)[] {
  return (["guarded", "userOnly", "needsRebuild"] as const).filter((mark) => rule[mark]);
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function environment(lang: Language): string {
  const names = new Set([...toldOf("variable").keys(), ...Object.values(ENVIRONMENT_OF)]);
  return table(HEADS.environment[lang], [...names].map((name) => [code(name), told("variable", name, lang)]));
}

function presets(lang: Language): string {
  const rows = Object.entries(PRESETS).map(([name, values]) => [
    code(name),
    Object.entries(values).map(([key, value]) => code(`${key}: ${shown(value)}`)).join(", "),
  ]);
  return table(HEADS.presets[lang], rows);
}

function doctor(lang: Language): string {
  const names = CHECKS.map(([id, name]) => [name[lang], code(id), told("check", id, lang)]);
  return table(HEADS.doctor[lang], names);
}

function errors(lang: Language): string {
  const rows = [...toldOf("error")].map(([name, words]) => {
    const exit = EXIT_CODE_OF[name as keyof typeof EXIT_CODE_OF];
    return [code(name), name === "NOT_INITIALISED" ? `${exit}, \`search\` 2` : String(exit), words[lang]];
  });
  return table(HEADS.errors[lang], rows);
}

/** One line for each verb. */
function verbs(lang: Language): string {
  const all = TABLE.map(({ name }) => [code(`memory ${name}`), wordsOf(name).summary[lang]]);
  const others = SHORT_NAMES.map((name) => [code(`memory ${name}`), `\`memory manage ${name}\``]);
  return table(HEADS.verbs[lang], [...all, ...others]);
}

/** Every verb's help, word for word; the options that all of them have are told once, in front. */
async function help(lang: Language): Promise<string> {
  const shared = everywhere(lang);
  const text = (words: string) => `\`\`\`text\n${words.trim()}\n\`\`\``;
  const sections = await Promise.all(TABLE.map(async ({ name }) => {
    const words = await helpText(name.split(" "), lang);
    if (!words.includes(shared)) throw new Error(`memory ${name} does not list the options of every verb`);
    return `## memory ${name}\n\n${text(words.replace(`${shared}\n`, ""))}`;
  }));
  return [text(shared), ...sections].join("\n\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** As `deno fmt` would have it, so that both agree on every table. */
function formatted(text: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["fmt", "--ext", "md", "-"], {
    cwd: ROOT,
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** An installer with the address of releases in it. */
export function withReleases(script: string): string {
  const address = /^\$?R(?:ELEASES|eleases) ?= ?'(.+)'$/m.exec(script)?.[1];
  return address === undefined ? script : script.replaceAll(address, RELEASES);
}

async function main(words: readonly string[]): Promise<number> {
  const check = words.includes("--check");
  const behind: string[] = [];
  for (const file of [...documents(), "install.sh", "install.ps1"]) {
    const text = readFileSync(join(ROOT, file), "utf8");
    const wanted = file.endsWith(".md") ? await upToDate(text) : withReleases(text);
    if (wanted === text) continue;
    behind.push(file);
    if (!check) writeFileSync(join(ROOT, file), wanted);
  }
  for (const file of behind) console.log(check ? `${file} is out of date; run \`deno task docs\`` : file);
  return check && behind.length > 0 ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
