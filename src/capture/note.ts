/** Proposing notes: through the same gate as every save, cleaned, compared with their neighbours. */
import { languageOf } from "../config/mod.ts";
import type { Author } from "../notes/write.ts";
import { propose, type Proposed } from "../notes/mod.ts";
import type { Payload } from "../notes/payload.ts";
import { judge } from "../notes/judge.ts";
import type { Layer } from "../records/mod.ts";
import { inResult } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { cleanAll, projectNamed, sessionNamed } from "./clean.ts";
import { belongsToProject } from "./fact.ts";
import { saveGate, storeToSave } from "./gate.ts";
import { notesNear } from "./note_neighbours.ts";
import { vectorsFollow } from "./vectors.ts";

/** The result of `propose`, with the kinds of secrets that were taken out, and the layer that it went to. */
export type ProposedNote = Proposed & { readonly redacted?: readonly string[]; readonly layer?: Layer };

/** Where notes are proposed to, and by whom. */
export interface ProposeRequest {
  readonly layer?: Layer | undefined;
  readonly author: Author;
}

/**
 * Proposes notes, each to the layer that was named, else to the one it holds for. Throws NOT_INITIALISED, LOCK_BUSY,
 * IO_ERROR.
 */
export async function proposeNotes(
  memory: Memory,
  payloads: readonly Payload[],
  { layer, author: said }: ProposeRequest,
): Promise<ProposedNote[]> {
  const layerOf = (payload: Payload) => layer ?? layerItHoldsFor(memory, payload);
  const author = {
    ...said,
    session: sessionNamed(memory, said.session),
    generation: sessionNamed(memory, said.generation),
  };
  // Of each layer before anything is written: of a call that can't be carried out nothing is.
  const stores = new Map(
    [...new Set(payloads.map(layerOf))].map((each) => [each, storeToSave(memory, author.session, each)] as const),
  );
  const results: ProposedNote[] = payloads.map(() => CLOSED);
  const open: Open[] = [];
  payloads.forEach((raw, at) => {
    const gate = saveGate(memory, { session: author.session, automatic: raw.source === "auto" });
    const { payload, kinds } = cleaned(memory, raw);
    if (!gate.open) results[at] = { ...CLOSED, reason: gate.reason, message: gate.message };
    else if (!payload) results[at] = { ...CLOSED, reason: NOTHING_LEFT };
    else open.push({ payload, at, kinds, session: gate.session });
  });
  // The open ones share a session: the one named, or the only live one.
  const by = { ...author, session: author.session ?? open[0]?.session };
  for (const [each, store] of stores) {
    const own = open.filter(({ payload }) => layerOf(payload) === each);
    const proposed = await proposeTo(memory, store, each, own.map(({ payload }) => payload), by);
    proposed.forEach((result, index) => {
      const { at = 0, kinds = [] } = own[index] ?? {};
      const where = result.status === "dropped" ? {} : { layer: store.layer };
      results[at] = { ...result, ...where, ...kinds.length > 0 ? { redacted: kinds } : {} };
    });
    if (proposed.some(({ status }) => status === "written")) vectorsFollow(memory, store.layer);
  }
  return results;
}

/** A payload that the gate let through, and its place among all. */
interface Open {
  readonly payload: Payload;
  readonly at: number;
  readonly kinds: readonly string[];
  readonly session: string | undefined;
}

/** What holds for the person anywhere belongs to the person, unless no memory but projects' own is wanted. */
function layerItHoldsFor({ config }: Memory, { apply }: Payload): Layer | undefined {
  return apply === "personal" && config.storage.location !== "project-only" ? "global" : undefined;
}

async function proposeTo(
  memory: Memory,
  store: Store,
  layer: Layer | undefined,
  payloads: readonly Payload[],
  author: Author,
): Promise<Proposed[]> {
  const project = belongsToProject(store, layer) ? projectNamed(memory) : undefined;
  const language = languageOf(memory.runtime, memory.config);
  const worthwhile = payloads.filter(({ score }) => !score || judge(score).level !== null);
  const near = await notesNear(memory, store, worthwhile);
  return propose(store, payloads, {
    neighboursOf: (payload) => near.get(payload) ?? [],
    author,
    project,
    language,
  });
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
