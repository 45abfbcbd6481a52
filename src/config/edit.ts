/** Changes to a settings file that keep its comments, its order, its indentation and what we do not know. */
import { applyEdits, modify, parse, type ParseError } from "jsonc-parser";
import { replaceAtomically } from "../atomic.ts";
import { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";

/** Sets a dotted key in a settings file, making the file if need be; `undefined` takes the key away. */
export function editConfigFile(runtime: Runtime, path: string, key: string, value: unknown): void {
  const before = configText(runtime.files.read(path));
  const after = editConfigText(before, key, value, path);
  if (after !== before) replaceAtomically(runtime, path, after);
}

/** The text of a settings file; of one that is not there an empty object. */
export function configText(bytes: Uint8Array | undefined): string {
  return bytes ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : "{}\n";
}

/** The same change to the text of the settings file at `path`. Throws CONFIG_INVALID. */
export function editConfigText(before: string, key: string, value: unknown, path: string): string {
  const errors: ParseError[] = [];
  parse(before, errors, { allowTrailingComma: true });
  if (errors.length > 0) {
    throw new MemoryError("CONFIG_INVALID", `Cannot change ${path}: it is not valid JSON`, {
      hint: "Mend the file by hand, or move it away to start with the defaults",
    });
  }
  const eol = before.includes("\r\n") ? "\r\n" : "\n";
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? "  ";
  const edits = modify(before, key.split("."), value, {
    formattingOptions: { eol, insertSpaces: !indent.includes("\t"), tabSize: indent.length },
  });
  return applyEdits(before, edits);
}
