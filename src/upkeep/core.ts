/** The sections of MEMORY.md, which search finds beside the records: a person writes them, and no verb changes them. */
import { coreSections } from "../index/truth.ts";
import { type RecordId, unbracketed } from "../records/ids.ts";
import type { Layer } from "../records/mod.ts";
import { asText } from "../records/view.ts";
import type { Sentence } from "../sentence.ts";
import { readCore } from "../store/file_read.ts";
import { CORE_FILE, pathOf, type StorePath } from "../store/layout.ts";
import { type Memory, storeOfLayer } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { linesOf } from "../text/legible.ts";
import { remainingMentions } from "./mentions.ts";
import { said } from "./words.ts";

export interface CoreSection {
  readonly id: RecordId;
  readonly layer: Layer;
  readonly file: StorePath;
  readonly path: string;
  /** The line at which its text begins, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The section of this id, which a search prints for one. */
export function coreSection(stores: readonly Store[], word: string): CoreSection | undefined {
  const id = unbracketed(word).toLowerCase();
  if (!id.startsWith("core-")) return undefined;
  for (const store of stores) {
    const markdown = new TextDecoder().decode(readCore(store));
    const found = coreSections(markdown).find((section) => section.id === id);
    if (!found) continue;
    const title = asText(found.title);
    const text = asText(found.content);
    const [first = ""] = linesOf(text).slice(title === "" ? 0 : 1);
    const lines = linesOf(markdown);
    const heading = lines.findIndex((line) => title !== "" && line.startsWith("#") && line.includes(title));
    const at = lines.findIndex((line, at) => at > heading && line.trim() === first.trim());
    const line = Math.max(at < 0 ? heading : at, 0) + 1;
    return { id, layer: store.layer, file: CORE_FILE, path: pathOf(store, CORE_FILE), line, text };
  }
  return undefined;
}

/** The next step for a verb that was given the id of such a section; undefined for any other id. */
export function coreHint(stores: readonly Store[], id: string): Sentence | undefined {
  const section = coreSection(stores, id);
  return section && said("stands_in_core", { places: [`${section.path}:${section.line}`] });
}

/** The next step where no record holds a word, and lines of MEMORY.md do. */
export function coreHintFor(memory: Memory, keyword: string): Sentence | undefined {
  const places = remainingMentions(memory, { keyword, contents: [] }).flatMap(({ line, layer, file }) => {
    const store = storeOfLayer(memory, layer);
    return line === undefined || store === undefined ? [] : [`${pathOf(store, file)}:${line}`];
  });
  return places.length === 0 ? undefined : said("stands_in_core", { places });
}
