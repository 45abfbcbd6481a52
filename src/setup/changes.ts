/**
 * In: what a file is to become. Out: the change as a value, to be shown by --dry-run or made by apply.ts.
 * Not done here: changing anything.
 *
 * @module
 */
import { fail } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { sameBytes } from "../store/change_plan.ts";
import { seal, sealOf } from "./seal.ts";

/** `keep`: already as wanted. `retire`: of an older tool, taken out. `restore`: back to what was there before us. */
export type Action = "create" | "merge" | "rewrite" | "exclude" | "keep" | "retire" | "remove" | "restore";

/** What becomes of one file. */
export interface FileChange {
  readonly path: string;
  readonly action: Action;
  /** The file as it is; undefined if there is none. */
  readonly before: Uint8Array | undefined;
  /** The file as it is to be; undefined if it goes. */
  readonly after: Uint8Array | undefined;
  /** The folder with the originals that uninstall puts back; undefined for the store's own files, which have none. */
  readonly base: string | undefined;
  /** The user has changed the file: it is copied first, and the copy named. */
  readonly edited: boolean;
}

const encoder = new TextEncoder();

/** Two agents may read the same file, and one may be looked for in more than one home. */
export function withoutRepeats(changes: readonly FileChange[]): FileChange[] {
  return [...new Map(changes.map((each) => [each.path, each])).values()];
}

/** The change that gives a file this text. */
export function fileChange(
  runtime: Runtime,
  path: string,
  action: Action,
  text: string | Uint8Array | undefined,
  { base, edited = false }: { readonly base?: string | undefined; readonly edited?: boolean } = {},
): FileChange {
  const before = runtime.files.read(path);
  const after = typeof text === "string" ? encoder.encode(text) : text;
  const isSame = sameBytes(before, after);
  return {
    path,
    action: isSame ? "keep" : before === undefined && !["exclude", "restore"].includes(action) ? "create" : action,
    before,
    after,
    base,
    edited: edited && !isSame,
  };
}

/** The change that writes a file of ours. */
export function ownFileChange(runtime: Runtime, path: string, text: string, base: string): FileChange {
  const before = runtime.files.read(path);
  const edited = before !== undefined && sealOf(new TextDecoder().decode(before)) !== "untouched";
  return fileChange(runtime, path, "rewrite", seal(text, path), { base, edited });
}

/** The change that creates a file and never touches one that is there. */
export function newFileChange(runtime: Runtime, path: string, text: string): FileChange {
  const before = runtime.files.read(path);
  return fileChange(runtime, path, "create", before ?? text);
}

/**
 * A text file byte for byte, BOM included. Throws CONFIG_INVALID when it is no UTF-8: writing it back would spoil it.
 */
export function editableText(runtime: Runtime, path: string): string | undefined {
  const bytes = runtime.files.read(path);
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    fail(
      "CONFIG_INVALID",
      { en: `Cannot edit ${path}: it is no UTF-8 text`, zh: `无法编辑 ${path}：不是 UTF-8 文本` },
      {
        en: "Save the file as UTF-8, then try again; nothing was changed",
        zh: "请把文件存为 UTF-8 后重试；尚未改动任何内容",
      },
      { cause },
    );
  }
}
