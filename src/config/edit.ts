/** Changes to a settings file that keep its comments, its order, its indentation and what we do not know. */
import {
  appendItem,
  applyEdits,
  childOf,
  type Edit,
  type Node,
  print,
  propertyOf,
  removeItem,
  styleOf,
  treeOf,
} from "../jsonc_edit.ts";
import { replaceAtomically, sweepBeside } from "../files.ts";
import { fail } from "../errors.ts";
import type { Runtime } from "../runtime.ts";

/** Sets a dotted key in a settings file, making the file if need be; `undefined` takes the key away. */
export function editConfigFile(runtime: Runtime, path: string, key: string, value: unknown): void {
  const before = configTextIn(runtime.files.read(path));
  const after = editConfigText(before, key, value, path);
  if (after === before) return;
  sweepBeside(runtime, path);
  replaceAtomically(runtime, path, after);
}

/** The text of a settings file; of one that is not there an empty object. */
export function configTextIn(bytes: Uint8Array | undefined): string {
  return bytes ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : "{}\n";
}

/**
 * The same change to the text of the settings file at `path`; every other byte stays as it is. Throws CONFIG_INVALID.
 */
export function editConfigText(before: string, key: string, value: unknown, path: string): string {
  // An editor on Windows may have put it first; the library knows no BOM.
  if (before.startsWith("\ufeff")) return `\ufeff${editConfigText(before.slice(1), key, value, path)}`;
  const parts = key.split(".");
  if (value !== undefined) return applyEdits(before, settingEdits(before, rootOf(before, path), parts, value));
  // A key that stands there twice counts, too, once its second is gone.
  for (let text = before;;) {
    const edits = removingEdits(text, rootOf(text, path), parts);
    if (edits.length === 0) return text === before ? text : withoutEmpty(text, parts.slice(0, -1), path);
    text = applyEdits(text, edits);
  }
}

/** The text without the objects on the way to a key that was taken out, where nothing is left in them. */
function withoutEmpty(text: string, parts: readonly string[], path: string): string {
  if (parts.length === 0) return text;
  const node = parts.reduce<Node | undefined>((inner, part) => childOf(inner, part), rootOf(text, path));
  // A comment in it is the person's.
  const isEmpty = node?.type === "object" &&
    /^\{\s*\}$/.test(text.slice(node.offset, node.offset + node.length));
  return isEmpty ? editConfigText(text, parts.join("."), undefined, path) : text;
}

function rootOf(text: string, path: string): Node {
  const tree = treeOf(text);
  if (tree?.type === "object") return tree;
  fail(
    "CONFIG_INVALID",
    { en: `Cannot change ${path}: it is not valid JSON`, zh: `无法修改 ${path}：不是有效的 JSON` },
    {
      en: "Mend the file by hand, or move it away to start with the defaults",
      zh: "请手工修好该文件，或把它移走，从默认设置重新开始",
    },
  );
}

function settingEdits(text: string, root: Node, parts: readonly string[], value: unknown): Edit[] {
  const style = styleOf(text);
  let container = root;
  for (const [at, part] of parts.entries()) {
    const child = childOf(container, part);
    if (child?.type === "object" && at < parts.length - 1) {
      container = child;
      continue;
    }
    const inside = parts.slice(at + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    if (!child) {
      return appendItem(text, container, style, (indent) => `${JSON.stringify(part)}: ${print(inside, style, indent)}`);
    }
    return [{ start: child.offset, end: child.offset + child.length, text: print(inside, style) }];
  }
  return [];
}

function removingEdits(text: string, root: Node, parts: readonly string[]): Edit[] {
  const container = parts.slice(0, -1).reduce<Node | undefined>((node, part) => childOf(node, part), root);
  const property = propertyOf(container, parts.at(-1) ?? "");
  return container && property ? removeItem(text, container, property) : [];
}
