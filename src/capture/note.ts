/** Proposes notes, which pass the gate of every save, are cleaned, and compared with the nearest notes. */
import { languageOf } from "../config/mod.ts";
import type { Author } from "../notes/write.ts";
import { DROPPED, propose, type Proposed } from "../notes/mod.ts";
import type { Payload } from "../notes/payload.ts";
import type { Layer } from "../records/mod.ts";
import { inResult } from "../sentence.ts";
import { disabledReason, logOf, type Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { admit, type Cleaner, cleanerFor, sessionNamed, storeToSave } from "./gate.ts";
import { said } from "./words.ts";
import { vectorsFollow } from "../embedding/background.ts";
import { type Meaning, openMeaning } from "../embedding/meaning.ts";
import { reasonOf } from "../errors.ts";
import { openSoonInStep } from "../index/mod.ts";
import type { MemoryIndex } from "../index/open.ts";
import { isNotePath, readNote } from "../notes/files.ts";
import { nearestByTable } from "../notes/index_file.ts";
import { judge, type Neighbour, NEIGHBOURS } from "../notes/judge.ts";
import { search, settingsOfSearch } from "../search/mod.ts";
import { plainQuery } from "../search/query.ts";
import type { Note } from "../notes/note.ts";
import { contradicts } from "../recall/contradiction.ts";
import { noteKinship } from "../recall/shares.ts";
import { readStatements } from "../recall/statement.ts";
import { closeness, NEAR_ROWS } from "../recall/reminders.ts";
import { layerHere } from "../recall/readers.ts";

/** The result of `propose`, with the kinds of secrets that were taken out, and the layer that it went to. */
export type ProposedNote = Proposed & { readonly redacted?: readonly string[]; readonly layer?: Layer };

/** Proposes notes, to the layer named or that they hold for. Throws NOT_INITIALISED, LOCK_BUSY, IO_ERROR. */
export async function proposeNotes(
  memory: Memory,
  payloads: readonly Payload[],
  { layer, author: by }: { layer?: Layer | undefined; author: Author },
): Promise<ProposedNote[]> {
  const results = new Map<Payload, ProposedNote>();
  const asked = sessionNamed(memory, by.session);
  // A personal note belongs into the global layer, unless the settings want projects' memories alone.
  const ofPerson = memory.config.storage.location === "project-only" ? undefined : "global";
  const layerOf = ({ apply }: Payload) => layer ?? (apply === "personal" ? ofPerson : undefined);
  // Every store is found first: a call that can't be carried out writes nothing. Where memory is off, none is made.
  const isOff = disabledReason(memory) !== undefined;
  for (const each of new Set(isOff ? [] : payloads.map(layerOf))) storeToSave(memory, asked, each);
  const open = payloads.flatMap((raw) => {
    const wanted = layerOf(raw);
    const admitted = admit(memory, { session: asked, automatic: raw.source === "auto", layer: wanted });
    if ("status" in admitted) {
      results.set(raw, { ...DROPPED, reason: admitted.reason, message: admitted.message });
      return [];
    }
    const clean = cleanerFor(memory);
    const payload = cleaned(clean, raw);
    return payload ? [{ ...admitted, raw, payload, wanted, kinds: clean.kinds() }] : [];
  });
  // All open payloads share a session: the named one, or the only live one.
  const session = asked ?? open[0]?.session;
  const author = { ...by, session, generation: sessionNamed(memory, by.generation) };
  for (const own of Map.groupBy(open, ({ wanted }) => wanted).values()) {
    const [{ store, project }] = own as [typeof own[number]];
    const proposed = await proposeTo(memory, store, own.map(({ payload }) => payload), { author, project });
    for (const [index, { raw, kinds }] of own.entries()) {
      const result = proposed[index] ?? DROPPED;
      const where = result.status === "dropped" ? {} : { layer: store.layer };
      results.set(raw, { ...result, ...where, ...kinds.length > 0 ? { redacted: kinds } : {} });
    }
    if (proposed.some(({ status }) => status === "written")) vectorsFollow(memory, store.layer);
  }
  return payloads.map((raw) => results.get(raw) ?? { ...DROPPED, reason: inResult(said("nothing_left")) });
}

async function proposeTo(
  memory: Memory,
  store: Store,
  payloads: readonly Payload[],
  whose: { readonly author: Author; readonly project: string | undefined },
): Promise<Proposed[]> {
  const language = languageOf(memory.runtime, memory.config);
  const worthwhile = payloads.filter(({ score }) => !score || judge(score).level !== null);
  const near = await notesNear(memory, store, worthwhile);
  const neighboursOf = (payload: Payload) => near.get(payload) ?? [];
  return propose(store, payloads, { neighboursOf, contradicts: contradictsNote, ...whose, language });
}

function contradictsNote({ choice }: Payload, note: Note): boolean {
  return contradicts(readStatements(choice), readStatements(saidBy(note)));
}

/** What a note chooses. */
function saidBy({ oneLiner, decision, title }: Note): string {
  return oneLiner || decision || title;
}

/** A payload without secrets and private text; undefined where its scene or choice is empty without them. */
function cleaned(clean: Cleaner, payload: Payload): Payload | undefined {
  const scene = clean.text(payload.scene);
  const choice = clean.text(payload.choice);
  const evidence = clean.text(payload.evidence);
  const principles = clean.texts(payload.principles);
  return scene === "" || choice === "" ? undefined : { ...payload, scene, choice, evidence, principles };
}

/** The index may take longer than for a fact: whether notes are merged depends on it. Enough for some hundred notes. */
const PATIENCE = { bytes: 4 * 1024 * 1024, deadlineMs: 5_000, waitMs: 5_000 };

/** More candidates than neighbours: search also finds archived notes, which don't count. */
const CANDIDATES = 2 * NEIGHBOURS;

/** The nearest notes of each payload; by INDEX.md where the index can't be asked, so that none is lost for that. */
async function notesNear(
  memory: Memory,
  store: Store,
  payloads: readonly Payload[],
): Promise<Map<Payload, readonly Neighbour[]>> {
  const found = new Map<Payload, readonly Neighbour[]>();
  let index: MemoryIndex | undefined;
  const meaning = openMeaning(memory.runtime);
  try {
    index = openSoonInStep(store, PATIENCE);
    if (!index) throw new Error("the index is not in step");
    for (const payload of payloads) found.set(payload, await nearIn(memory, index, meaning, payload));
  } catch (error) {
    logOf(memory, store).warning("Looked for neighbours in INDEX.md alone", { reason: reasonOf(error) });
    for (const payload of payloads) {
      const near = () => nearestByTable(store, textOf(payload)).filter(({ note }) => isOfHere(memory, store, note));
      if (!found.has(payload)) found.set(payload, near());
    }
  } finally {
    meaning.close();
    index?.close();
  }
  return found;
}

async function nearIn(memory: Memory, index: MemoryIndex, meaning: Meaning, payload: Payload): Promise<Neighbour[]> {
  const { store } = index;
  const text = textOf(payload);
  const { scores } = await meaning.ask(memory.config, [index], text, NEAR_ROWS);
  const settings = settingsOfSearch(memory.config, {
    limit: CANDIDATES,
    now: memory.runtime.now(),
    filters: { types: ["note"] },
  });
  const { hits } = search([index], plainQuery(text), scores.length > 0 ? { ...settings, semantic: scores } : settings);
  const close = closeness(scores);
  return hits.flatMap(({ file, score, factors }) => {
    const note = isNotePath(file) ? readNote(store, file) : undefined;
    if (!note || !isOfHere(memory, store, note)) return [];
    return [{
      note,
      score: Math.round(score * 1000) / 1000,
      closeness: close(factors.semantic),
      kinship: noteKinship(payload, { scene: note.whenToLoad.join(" "), choice: saidBy(note) }),
    }];
  });
}

/** Whether a note may be merged or replaced: one of another project in the global store may not. */
function isOfHere(memory: Memory, { layer }: Store, { project }: Note): boolean {
  return layerHere(memory, layer, { project }) !== undefined;
}

/** The query for a payload, without quotes and colons, which would be syntax. */
function textOf({ scene, choice }: Payload): string {
  return `${scene} ${choice}`.replace(/["“”„«»「」『』:]|\bNOT\b/g, " ");
}
