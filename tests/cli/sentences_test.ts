/**
 * What a person is told stands in both languages, each written in its own:
 * of every sentence in the sources, and of all help.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { GLOBAL_ARGS, optionName } from "../../src/cli/command.ts";
import { everyVerb } from "../../src/cli/table.ts";
import { aboutArg, wordsOf } from "../../src/cli/words.ts";
import { asMemoryError, MemoryError, reasonTold } from "../../src/errors.ts";
import type { Sentence } from "../../src/sentence.ts";

const SOURCES = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "src");
const HAN = /\p{Script=Han}/u;

/** Text that is the same in any language: commands, JSON, options, paths, lines of code, names of other products. */
function words(text: string): string {
  return text.replace(/^ {2}.*$/gm, " · ").replace(/\\?`[^`]*`/g, " · ").replace(/\{[^{}]*\}/g, " · ")
    .replace(/--[a-z-]+|\S*[/_.=|<>]\S*/g, " · ").replace(
      /Claude Code|Codex|Memory Skill v1|Gemini CLI|ONNX Runtime/g,
      " · ",
    );
}

/** Why a text is not Chinese; undefined where it is. */
function foreign(zh: string): string | undefined {
  const left = /[a-z]+(?: [a-z]+){2,}/i.exec(words(zh))?.[0];
  if (left !== undefined) return `English is left over: ${left}`;
  return !HAN.test(zh) && /[a-z] [a-z]/i.test(words(zh)) ? "not a word of Chinese" : undefined;
}

/** The text of the literal that begins at a place of a source, without the values that are filled in. */
function literal(source: string, start: number): string {
  const quote = source[start];
  let text = "";
  for (let at = start + 1; at < source.length && source[at] !== quote; at++) {
    if (source[at] === "\\") text += source[++at];
    else if (quote === "`" && source.startsWith("${", at)) {
      let depth = 0;
      do {
        if (source[at] === "{") depth++;
        if (source[at] === "}") depth--;
        at++;
      } while (depth > 0 || source[at - 1] !== "}");
      at--;
      text += "·";
    } else text += source[at];
  }
  return text;
}

test("every sentence of the sources has Chinese that is Chinese", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsv?$/.test(name));
  const wrong: string[] = [];
  let seen = 0;
  for (const file of files) {
    const source = readFileSync(join(SOURCES, file), "utf8");
    const texts = file.endsWith(".tsv")
      ? source.trim().split("\n").filter((line) => !line.startsWith("#")).map((line) => line.split("\t")[3] ?? "")
      : [...source.matchAll(/\bzh: (?=["'`])/g)].map(({ index, 0: head }) => literal(source, index + head.length));
    for (const text of texts) {
      seen++;
      const why = foreign(text);
      if (why) wrong.push(`${file}: ${why}`);
    }
  }
  assert.deepEqual(wrong, []);
  // A pattern that found no sentence would find no fault either.
  assert.ok(seen > 400, String(seen));
});

test("every verb, argument and option is explained in both languages, and nothing else is", async () => {
  const texts: (readonly [where: string, text: Sentence])[] = Object.keys(GLOBAL_ARGS).map((key) =>
    [key, aboutArg("", optionName(key))] as const
  );
  const commands = await everyVerb();
  for (const { name, args, operands } of commands) {
    const { summary, about, args: own } = wordsOf(name);
    const known = [...Object.keys(args).map(optionName), ...Object.keys(operands).map((key) => key.toUpperCase())];
    texts.push([name, summary], ...about ? [[`${name}, about`, about] as const] : []);
    texts.push(...known.map((arg) => [`${name} ${arg}`, aboutArg(name, arg)] as const));
    assert.deepEqual([...own.keys()].filter((arg) => !known.includes(arg)), [], name);
  }
  const told = readFileSync(join(SOURCES, "cli", "verbs.txt"), "utf8").match(/^# .*$/gm);
  assert.deepEqual(told, commands.map(({ name }) => `# ${name}`));
  for (const [where, { en, zh }] of texts) {
    assert.ok(en !== "" && !HAN.test(en.replaceAll("方案 C", "")), `${where}: ${en}`);
    assert.ok(HAN.test(zh) && foreign(zh) === undefined, `${where}: ${foreign(zh)}\n${zh}`);
  }
  assert.ok(texts.length > 200, String(texts.length));
});

test("an English sentence in the place of a Chinese one is noticed", () => {
  for (const zh of ["There is no such thing", "没有找到，see the page about it", "No memory"]) {
    assert.ok(foreign(zh), zh);
  }
  for (const zh of ["见 `memory help note edit`", "不满足 a < b", "--all 表示全部"]) {
    assert.equal(foreign(zh), undefined, zh);
  }
});

test("an error of the system is told in Chinese by its code, and programs get the system's words", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
  assert.deepEqual(reasonTold(full), { en: full.message, zh: "磁盘已满（ENOSPC）" });
  const quota = Object.assign(new Error("EDQUOT: unknown error, write"), { code: "EDQUOT", syscall: "write" });
  assert.deepEqual(reasonTold(quota), { en: "EDQUOT: disk quota exceeded, write", zh: "超出磁盘配额（EDQUOT）" });
  const gone = Object.assign(new Error("ENOENT: no such file, open '/a'"), {
    code: "ENOENT",
    syscall: "open",
    path: "/a",
  });
  const error = asMemoryError(gone);
  assert.deepEqual([error.code, error.message, error.told.message.zh], [
    "IO_ERROR",
    gone.message,
    "/a：文件或目录不存在（ENOENT）",
  ]);
  assert.equal(reasonTold(new Error("odd")).zh, "odd");
  const inner = new MemoryError("NO_MATCH", { en: "Nothing", zh: "没有" });
  assert.equal(reasonTold(inner).zh, "没有");
});
