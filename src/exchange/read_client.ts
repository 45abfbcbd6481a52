/**
 * In: the path of a memory that a client keeps itself: Claude Code's, Codex's, Gemini CLI's. Out: a fact for each thing
 * that it remembers.
 * Not done here: the Markdown itself (agents/own_memory.ts); taking the facts in (take_in.ts).
 *
 * A fact's id is made from what it says, so that a second import brings only what is new.
 *
 * @module
 */
import { basename, dirname, join, resolve, sep } from "node:path";
import { type ClientMemory, geminiMemories, readOwnMemory, type Remembered } from "../agents/own_memory.ts";
import { fail } from "../errors.ts";
import { modifiedMs } from "../files.ts";
import { BYTES_MAX } from "../limits.ts";
import { fingerprint } from "../hash.ts";
import { inferMemoryType } from "../records/infer.ts";
import type { RawRecord } from "../records/mod.ts";
import { redact } from "../records/redact.ts";
import type { Runtime } from "../runtime.ts";
import { same } from "../sentence.ts";
import { newBundle, type Read } from "./incoming.ts";
import { guardInput, guardSize } from "./limits.ts";

/** A client's memory: a file, or a folder of them. */
export interface ClientInput {
  readonly client: ClientMemory;
  readonly path: string;
}

const MAIN = "MEMORY.md";

/** Who keeps a memory at this path; undefined if it does not look like one. */
export function clientMemoryAt({ files }: Runtime, path: string): ClientInput | undefined {
  const kind = files.stat(path)?.kind;
  if (kind === "file") {
    if (!path.endsWith(".md")) return undefined;
    return { client: basename(path) === "GEMINI.md" ? "gemini" : isCodexs(path) ? "codex" : "claude-code", path };
  }
  if (kind !== "folder") return undefined;
  const found = [path, join(path, "memory"), join(path, "memories")].find((folder) =>
    ["memory", "memories"].includes(basename(folder)) && files.stat(join(folder, MAIN)) !== undefined
  );
  return found === undefined ? undefined : { client: isCodexs(found) ? "codex" : "claude-code", path: found };
}

function isCodexs(path: string): boolean {
  return path.split(sep).includes(".codex") || basename(path) === "memories";
}

/** Reads it. Throws IMPORT_INVALID where nothing is remembered. */
export function readClientMemory(
  runtime: Runtime,
  { client, path }: ClientInput,
  { secrets }: { readonly secrets: boolean },
): Read {
  const bundle = newBundle();
  const seen = new Set<string>();
  for (const file of markdownAt(runtime, path)) {
    const stat = runtime.files.stat(file);
    guardSize(stat?.size ?? 0, same(file));
    const bytes = runtime.files.read(file, BYTES_MAX.imported) ?? new Uint8Array();
    guardInput(bytes, same(file));
    const timestamp = stat === undefined ? undefined : new Date(modifiedMs(stat)).toISOString();
    for (const remembered of inFile(runtime, client, file, new TextDecoder().decode(bytes))) {
      const record = asFact(client, remembered, { timestamp, secrets });
      const id = String(record.id);
      if (record.content !== "" && !seen.has(id)) bundle.records.push(record);
      seen.add(id);
    }
  }
  if (bundle.records.length > 0) return { format: client, bundle, invalid: [] };
  fail(
    "IMPORT_INVALID",
    { en: `${path} remembers nothing`, zh: `${path} 里没有记下任何内容` },
    client === "gemini"
      ? {
        en: "Only the section `## Gemini Added Memories` is read; the rest of GEMINI.md are instructions",
        zh: "只读 `## Gemini Added Memories` 一节；GEMINI.md 的其余内容是指令",
      }
      : { en: `Name the folder that holds ${MAIN}, or that file`, zh: `请指定 ${MAIN} 所在的目录，或该文件` },
  );
}

/** The file, or all Markdown right in the folder, the main file first. Codex's raw notes are what it made that from. */
function markdownAt({ files }: Runtime, path: string): string[] {
  if (files.stat(path)?.kind === "file") return [path];
  const names = files.list(path).filter((name) => name.endsWith(".md") && !name.startsWith(".")).sort();
  const hasMain = names.includes(MAIN);
  const others = names.filter((name) => name !== MAIN && !(hasMain && name === "raw_memories.md"));
  return [...hasMain ? [MAIN] : [], ...others].map((name) => join(path, name))
    .filter((file) => files.stat(file)?.kind === "file");
}

function inFile({ files }: Runtime, client: ClientMemory, file: string, text: string): Remembered[] {
  if (client === "gemini") return readOwnMemory(geminiMemories(text));
  return readOwnMemory(text, (target) => files.stat(resolve(dirname(file), target))?.kind === "file");
}

function asFact(
  client: ClientMemory,
  { text, labels, memoryType }: Remembered,
  { timestamp, secrets }: { readonly timestamp: string | undefined; readonly secrets: boolean },
): RawRecord {
  const content = redact(text, { secrets }).text.trim();
  return {
    id: `log-${fingerprint(content)}`,
    type: "fact",
    memory_type: memoryType ?? inferMemoryType(content),
    content,
    entities: labels,
    confidence: 0.8,
    ...timestamp === undefined ? {} : { timestamp },
    source: { agent: client === "claude-code" ? "claude" : client },
  };
}
