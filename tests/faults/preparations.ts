/** What operations of the suite of faults need before they run, and what has to hold after some of them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HUB_MODEL } from "../hub.ts";
import { hubEndpoint, type Place } from "./place.ts";

export const TIME = "2026-03-01T00:00:00Z";
export const PAYLOAD = {
  scene: "When a service logs",
  principles: ["One JSON line for each event", "Free text is no format"],
  choice: "One JSON line for each event",
  source: "remember",
  confidence: "high",
  score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 },
};
const NEAR = {
  ...PAYLOAD,
  principles: ["One JSON line for each request", "Free text"],
  choice: "One JSON line for each request",
  confidence: "medium",
};

/** A note, and a proposal that is near to it. Returns the proposal's id. */
export function proposed(place: Place): string {
  place.memory("note", "propose", JSON.stringify(PAYLOAD), "--session", "s-9");
  const { data } = JSON.parse(place.memory("note", "propose", JSON.stringify(NEAR), "--session", "s-9"));
  return data.results[0].proposal;
}

/** A record to bring back. */
export function withRedisDeleted(place: Place): string {
  place.memory("manage", "delete", "--keyword", "Redis", "--confirm");
  return "";
}

/** A rule by which the old fact, which a newer one repeats, is too old. */
export function keepsAWeek(place: Place): string {
  const daily = join(place.folders().data, "daily");
  const old = readFileSync(join(daily, "2026-01-05.jsonl"), "utf8");
  writeFileSync(join(daily, "2026-01-06.jsonl"), old.replace("log-old-1", "log-old-2").replace("01-05T", "01-06T"));
  place.memory("config", "set", "--global", "storage.retention_days", "7");
  return "";
}

/** A curated note for the team. Returns its id. */
export function noted(place: Place): string {
  const payload = JSON.stringify({ ...PAYLOAD, apply: "team" });
  return JSON.parse(place.memory("note", "propose", payload, "--session", "s-9")).data.results[0].id;
}

/** Longer than a token rests, and less than it lives. */
const TOKEN_RESTS_MS = 3_100;
const TOKEN_USED_MS = 240_000;
const tokens = new Map<string, { readonly token: string; readonly at: number }>();

/** The token that confirms what these words show: the same for every place that is as the first was. */
export function tokenOf(place: Place, ...words: readonly string[]): string {
  const known = tokens.get(words.join(" "));
  if (known && Date.now() - known.at < TOKEN_USED_MS) return known.token;
  const token = ownTokenOf(place, ...words);
  tokens.set(words.join(" "), { token, at: Date.now() });
  return token;
}

/** The token of this very place: what erases a whole memory is bound to when the memory was made. */
export function ownTokenOf(place: Place, ...words: readonly string[]): string {
  const { data: { confirm_token: token } } = JSON.parse(place.memory("--json", ...words));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TOKEN_RESTS_MS);
  return token;
}

/** An earlier export, which the next one replaces. */
export function exported(place: Place): string {
  place.memory("export", "--output", exportIn(place));
  place.memory("save", "fact", "--content", "Exports are taken on Fridays");
  return "";
}

/** Where exports go. */
export const exportIn = ({ home }: Place) => join(home, "out.json");

/** Whether a file that can't be read was named as left out: what was done was done without it. */
export const leavesOut = (told: string) => told.includes("is left out");

/** The earlier export is whole until the new one is. */
export function isWholeExport(place: Place, isDone: boolean): void {
  const text = readFileSync(exportIn(place), "utf8");
  JSON.parse(text);
  if (isDone) assert.ok(text.includes("Exports are taken on Fridays"), "acknowledged, but the export is the old one");
}

/** What a doctor can mend: an index that is none, a lost table of notes, an id that two records share. */
export function broken(place: Place): string {
  noted(place);
  const { data, own } = place.folders();
  writeFileSync(join(own, "index.sqlite"), "no database\n");
  rmSync(join(data, "INDEX.md"));
  const line = { id: "log-old-1", type: "fact", memory_type: "W", content: "Another fact of spring", confidence: 0.9 };
  appendFileSync(join(data, "daily", "2026-01-06.jsonl"), `${JSON.stringify({ ...line, timestamp: TIME })}\n`);
  return "";
}

/** A folder of the person's own with a model in it. */
export function ownModel({ home }: Place): string {
  return join(home, "models", "mine");
}

/** As a clone brings it: tracked by git, and no home knows it. */
export function asClone(place: Place): string {
  const { data, own } = place.folders();
  // Only what would be followed has to be trusted.
  place.memory("save", "fact", "--type", "O", "--content", "Amounts are never floats");
  rmSync(own, { recursive: true });
  rmSync(join(data, ".owner"));
  spawnSync("git", ["add", "-f", data], { cwd: place.project });
  return "";
}

/** A model hub on this machine, and its model, of which nobody has said what its bytes are. */
export function fromHub(place: Place): string {
  place.memory("config", "set", "--global", "embedding.endpoint", hubEndpoint());
  place.memory("config", "set", "--global", "embedding.model", HUB_MODEL);
  return "";
}

/** A model that was told as there is there, and the next download brings what is missing. */
export function hasModel(place: Place, isDone: boolean): void {
  if (isDone) place.memory("model", "verify");
  place.memory("model", "download", "--pin");
  place.memory("model", "verify");
  // With it the next save would start a process that makes vectors.
  place.memory("model", "remove", "--confirm");
}

/** A session with something to remember in its transcript. */
export function spoken({ transcript, project }: Place): string {
  mkdirSync(dirname(transcript), { recursive: true });
  const turns = ["Move the sessions to Redis, please", "From now on sessions never live in the database"].flatMap((
    text,
  ) => [
    { type: "user", cwd: project, message: { role: "user", content: text } },
    { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "Done." }] } },
  ]);
  writeFileSync(transcript, turns.map((turn) => `${JSON.stringify(turn)}\n`).join(""));
  return "";
}

/** What a verb says that it did stands in the answer of another. */
export const tells = (words: readonly string[], expected: RegExp) => (place: Place, isDone: boolean) => {
  if (isDone) assert.match(place.memory(...words), expected);
};
