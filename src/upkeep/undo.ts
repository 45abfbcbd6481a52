/** Taking back a write of the audit log, which is itself a write that can be taken back. */
import { isNoteId } from "../notes/files.ts";
import { isDeleted } from "../records/mod.ts";
import type { Actor } from "../store/audit.ts";
import type { Change, Planned } from "../store/change.ts";
import { evidenceOf, isGone, readContents, type Stored } from "../store/contents.ts";
import { freeAlongTheWay } from "../store/file.ts";
import { FACTS_FILE, pathOf } from "../store/layout.ts";
import { linesByKey } from "../store/change_plan.ts";
import type { Store } from "../store/mod.ts";
import { filesWithoutWrite, operationToUndo, type Restored } from "../store/undo.ts";

/** A write that was taken back. */
export interface Undone {
  readonly op_id: string;
  /** How many records, or files that hold none, are as they were before. */
  readonly undone: number;
  readonly command: string;
}

/** The change that takes a write back: the one named, else the newest by user or agent. Throws UNDO_IMPOSSIBLE. */
export function planUndo(store: Store, opId: string | undefined, actor: Actor): Planned<Undone> {
  const operation = operationToUndo(store, opId);
  const restored = filesWithoutWrite(store, operation);
  const count = typeof operation.ids_total === "number" ? operation.ids_total : operation.ids.length;
  return {
    change: {
      actor,
      command: "undo",
      scope: operation.scope,
      replace: restored,
      rewrite: copiesGoing(store, restored),
      // Those of records are known from their lines.
      ids: operation.ids.filter(isNoteId),
      audit: { undoes: operation.op_id },
    },
    result: { op_id: operation.op_id, undone: count || operation.files.length, command: operation.command },
  };
}

/** How many times its bytes a file takes when all its records are in memory, about. */
const PARSED = 4;

/** Marks consolidated facts whose last evidence goes as deleted: they would still say what was taken back. */
function copiesGoing(store: Store, restored: Restored): NonNullable<Change["rewrite"]> {
  if (restored.has(FACTS_FILE) || !store.runtime.files.stat(pathOf(store, FACTS_FILE))) return new Map();
  const facts = readContents(store, [{ file: FACTS_FILE, home: "facts" }]).records;
  const evidence = new Set(facts.flatMap(({ record }) => evidenceOf(record)));
  const free = freeAlongTheWay(store.runtime);
  const evidenceIn = (bytes: Uint8Array | undefined) => {
    free(PARSED * (bytes?.length ?? 0));
    return [...linesByKey(bytes).keys()].filter((key) => evidence.has(key));
  };
  const gone = new Set<string>();
  const left = new Set<string>();
  for (const [file, bytes] of restored) {
    if (!file.endsWith(".jsonl")) continue;
    for (const key of evidenceIn(store.runtime.files.read(pathOf(store, file)))) gone.add(key);
    for (const key of evidenceIn(bytes)) left.add(key);
  }
  for (const key of left) gone.delete(key);
  if (gone.size === 0) return new Map();
  const stays = ({ key, file }: Stored) => !gone.has(key) || !restored.has(file);
  const alive = new Set(
    readContents(store).records.filter((stored) => !isGone(stored) && stays(stored)).map(({ key }) => key),
  );
  const marks = { deleted_at: store.runtime.now().toISOString(), deleted_by: "system" };
  return new Map([[FACTS_FILE, (record) => {
    const ids = evidenceOf(record);
    const goes = ids.some((id) => gone.has(id)) && !ids.some((id) => alive.has(id));
    return goes && !isDeleted(record) ? { ...record, ...marks } : "keep";
  }]]);
}
