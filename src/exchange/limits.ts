/** What an import refuses unread: archives, floods, documents made to break the reader. */
import { fail, MemoryError } from "../errors.ts";
import { BYTES_MAX, sizeTold } from "../limits.ts";
import type { Sentence } from "../sentence.ts";

/** A record of ours has three levels; a document with a thousand is made to break a parser. */
const DEEPEST = 100;

/** How files begin that are no text. */
const SIGNATURES: readonly (readonly [Sentence, readonly number[]])[] = [
  [{ en: "a ZIP archive", zh: "ZIP 压缩包" }, [0x50, 0x4b, 0x03, 0x04]],
  [{ en: "an empty ZIP archive", zh: "空的 ZIP 压缩包" }, [0x50, 0x4b, 0x05, 0x06]],
  [{ en: "a gzip archive", zh: "gzip 压缩包" }, [0x1f, 0x8b]],
  [{ en: "a zstd archive", zh: "zstd 压缩包" }, [0x28, 0xb5, 0x2f, 0xfd]],
  [{ en: "an xz archive", zh: "xz 压缩包" }, [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  [{ en: "a SQLite database", zh: "SQLite 数据库" }, [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20]],
  [{ en: "a PDF", zh: "PDF 文件" }, [0x25, 0x50, 0x44, 0x46]],
];

/** Throws IMPORT_INVALID for what can't be an export. */
export function guardInput(bytes: Uint8Array, name: Sentence): void {
  const found = SIGNATURES.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (found) {
    fail("IMPORT_INVALID", {
      en: `${name.en} is ${found[0].en}, not an export`,
      zh: `${name.zh} 是 ${found[0].zh}，不是导出文件`,
    }, { en: "Unpack it first; an import takes JSON, JSONL or a folder", zh: "请先解包；可导入 JSON、JSONL 或目录" });
  }
  // What PowerShell's `>` makes of an export to standard output.
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw notUtf8(name, { en: "UTF-16", zh: "UTF-16" });
  }
  if (bytes.includes(0)) {
    fail("IMPORT_INVALID", { en: `${name.en} is no text file`, zh: `${name.zh} 不是文本文件` });
  }
}

/** The failure of a text in another encoding. */
export function notUtf8(name: Sentence, found: Sentence): MemoryError {
  return new MemoryError("IMPORT_INVALID", {
    en: `${name.en} is ${found.en}; an import must be UTF-8`,
    zh: `${name.zh} 是 ${found.zh}，而导入的文件须是 UTF-8`,
  }, {
    en: "Save it as UTF-8, or export again with `memory export --output FILE` rather than `>`",
    zh: "请把它另存为 UTF-8，或用 `memory export --output 文件`（不用 `>`）重新导出",
  });
}

/** Throws IMPORT_INVALID for a JSON document that is made to break its reader. */
export function guardDepth(bytes: Uint8Array, name: Sentence): void {
  if (depthOf(bytes) <= DEEPEST) return;
  fail("IMPORT_INVALID", {
    en: `${name.en} is nested more than ${DEEPEST} levels deep: no export is`,
    zh: `${name.zh} 嵌套超过 ${DEEPEST} 层：导出文件不会这样`,
  });
}

/** Throws IMPORT_INVALID for a file that is larger than any export. */
export function guardSize(bytes: number, name: Sentence): void {
  if (bytes <= BYTES_MAX.imported) return;
  fail("IMPORT_INVALID", {
    en: `${name.en} is ${sizeTold(bytes)}, more than the ${sizeTold(BYTES_MAX.imported)} that an import takes`,
    zh: `${name.zh} 有 ${sizeTold(bytes)}，超过导入上限 ${sizeTold(BYTES_MAX.imported)}`,
  }, {
    en: "Export and import one span of time after the other: --from, --to",
    zh: "请用 --from、--to 分段导出再导入",
  });
}

/** How deep brackets outside of strings nest, as far as it matters. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (byte === 0x7d || byte === 0x5d) depth--;
    if (deepest > DEEPEST) return deepest;
  }
  return deepest;
}
