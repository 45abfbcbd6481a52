/** Proposing notes: through the same gate as every save, cleaned, compared with their neighbours. */
import { languageOf } from "../config/language.ts";
import type { Author } from "../notes/audit.ts";
import { propose, type Proposed } from "../notes/mod.ts";
import type { Payload } from "../notes/payload.ts";
import { judge } from "../notes/score.ts";
import type { Layer } from "../records/mod.ts";
import { inResult } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { cleanAll } from "./clean.ts";
import { belongsToProject } from "./fact.ts";
import { saveGate, storeToSave } from "./gate.ts";
import { notesNear } from "./note_neighbours.ts";
import { vectorsFollow } from "./vectors.ts";

/** The result of `propose`, with the kinds of secrets that were taken out. */
export type ProposedNote = Proposed & { readonly redacted?: readonly string[] };

/** Where notes are proposed to, and by whom. */
export interface ProposeRequest {
  readonly layer?: Layer | undefined;
  readonly author: Author;
}

/** Proposes notes to a layer (the default one to write to). Throws NOT_INITIALISED, LOCK_BUSY, IO_ERROR. */
export async function proposeNotes(
  memory: Memory,
  payloads: readonly Payload[],
  { layer, author }: ProposeRequest,
): Promise<ProposedNote[]> {
  const store = storeToSave(memory, author.session, layer);
  const project = belongsToProject(store, layer) ? memory.locations.here : undefined;
  const results: ProposedNote[] = payloads.map(() => CLOSED);
  const open: { payload: Payload; at: number; kinds: readonly string[]; session: string | undefined }[] = [];
  payloads.forEach((raw, at) => {
    const gate = saveGate(memory, { session: author.session, automatic: raw.source === "auto" });
    const { payload, kinds } = cleaned(memory, raw);
    if (!gate.open) results[at] = { ...CLOSED, reason: gate.reason, message: gate.message };
    else if (!payload) results[at] = { ...CLOSED, reason: NOTHING_LEFT };
    else open.push({ payload, at, kinds, session: gate.session });
  });
  // The open ones share a session: the one named, or the only live one.
  const by = { ...author, session: author.session ?? open[0]?.session };
  const language = languageOf(memory.runtime, memory.config);
  const worthwhile = open.map(({ payload }) => payload).filter(({ score }) => !score || judge(score).level !== null);
  const near = await notesNear(memory, store, worthwhile);
  const options = { neighboursOf: (payload: Payload) => near.get(payload) ?? [], author: by, project, language };
  const proposed = propose(store, open.map(({ payload }) => payload), options);
  proposed.forEach((result, index) => {
    const { at = 0, kinds = [] } = open[index] ?? {};
    results[at] = { ...result, ...kinds.length > 0 ? { redacted: kinds } : {} };
  });
  if (results.some(({ status }) => status === "written")) vectorsFollow(memory, layer);
  return results;
}

const NOTHING_LEFT = inResult({
  en: "nothing is left of it without what is private",
  zh: "去掉私密内容后什么都不剩",
});

const CLOSED: Proposed = {
  status: "dropped",
  total: null,
  level: null,
  neighbours: [],
  decision: null,
  gate: "silent",
};

/** A payload without secrets and private text; none when scene or choice is empty without them. */
function cleaned(memory: Memory, payload: Payload): { payload?: Payload; kinds: readonly string[] } {
  const { scene, choice, evidence, principles } = payload;
  const parts = [scene, choice, evidence, ...principles].map((text) => cleanAll(memory, [text]));
  const kinds = [...new Set(parts.flatMap((part) => part.kinds))];
  const [newScene = "", newChoice = "", newEvidence = "", ...others] = parts.map((part) => part.texts[0] ?? "");
  if (newScene === "" || newChoice === "") return { kinds };
  const left = others.filter((text) => text !== "");
  return {
    payload: { ...payload, scene: newScene, choice: newChoice, evidence: newEvidence, principles: left },
    kinds,
  };
}
