/**
 * What redaction would take out if it were saved today. An older version, another tool, a hand or `privacy.redact:
 * false` may have let it in. The report names kinds and places, never the secret itself.
 *
 * @module
 */
import { counted } from "../cli/phrases.ts";
import type { RawRecord } from "../records/mod.ts";
import { redact } from "../records/redact.ts";
import { BACKUPS_FOLDER, DEEPEST_FOLDER, LOGS_FOLDER, namesAtTop, pathOf } from "../store/layout.ts";
import { visitLines } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { shareOf } from "../setup/install.ts";
import { type Check, eachLayer, fail, pass, some, warn } from "./check.ts";

/** Enough to begin with; their number is told besides. */
const PLACES_TOLD = 20;

/** Whether a secret stands in any text file. */
export const secrets: Check = (patient) =>
  eachLayer(patient, ({ store }) => {
    const { say, runtime } = patient;
    const texts = textFiles(store);
    const found = texts.flatMap((file) => secretsIn(store, file));
    if (found.length === 0) {
      return pass(say({ en: `none in ${counted(texts.length, "file")}`, zh: `${texts.length} 个文件中没有` }));
    }
    const detail = say({
      en: `${counted(found.length, "place")}: ${some(found, say, PLACES_TOLD)}`,
      zh: `${found.length} 处：${some(found, say, PLACES_TOLD)}`,
    });
    const next = say({
      en:
        "Change the secret; then erase the record with `memory manage delete --id ID --purge --include-backups`, or edit the file",
      zh: "请更换该密钥；再用 `memory manage delete --id ID --purge --include-backups` 抹去记录，或直接修改文件",
    });
    // A secret that git carries to others is worse than one on this machine.
    return shareOf(runtime, store.folder) === "none" ? warn(detail, next) : fail(detail, next);
  });

/** Every text file, backups included, but for logs. The index only repeats them. */
function textFiles(store: Store, folder = "", depth = 1): string[] {
  const { files } = store.runtime;
  const names = folder === "" ? namesAtTop(store) : files.list(pathOf(store, folder));
  return names.flatMap((name) => {
    const file = folder === "" ? name : `${folder}/${name}`;
    if (name === ".git" || file === LOGS_FOLDER) return [];
    if (/\.(jsonl?|md|mdc|damaged)$/.test(name)) return [file];
    return depth < DEEPEST_FOLDER && files.stat(pathOf(store, file))?.kind === "folder"
      ? textFiles(store, file, depth + 1)
      : [];
  });
}

function secretsIn(store: Store, file: string): string[] {
  const bytes = store.runtime.files.read(pathOf(store, file));
  if (!bytes) return [];
  return /\.jsonl(\.damaged)?$/.test(file) ? inLines(file, bytes) : inText(file, new TextDecoder().decode(bytes));
}

function inLines(file: string, bytes: Uint8Array): string[] {
  const found: string[] = [];
  visitLines(bytes, (record, _problem, line, text) => {
    const kinds = new Set((record ? stringsIn(record) : [text]).flatMap(kindsIn));
    const id = typeof record?.id === "string" && !file.startsWith(BACKUPS_FOLDER) ? ` ${record.id}` : "";
    if (kinds.size > 0) found.push(`${file}:${line}${id} (${[...kinds].join(", ")})`);
  });
  return found;
}

/** By line; for a secret that spans lines, as a private key does, by file. */
function inText(file: string, text: string): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [at, line] of text.split("\n").entries()) {
    const kinds = kindsIn(line);
    for (const kind of kinds) seen.add(kind);
    if (kinds.length > 0) found.push(`${file}:${at + 1} (${kinds.join(", ")})`);
  }
  const rest = kindsIn(text).filter((kind) => !seen.has(kind));
  return rest.length > 0 ? [...found, `${file} (${rest.join(", ")})`] : found;
}

function kindsIn(text: string): readonly string[] {
  return redact(text).kinds;
}

function stringsIn(value: RawRecord | unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
