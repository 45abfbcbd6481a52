/**
 * The verbs and hooks that write, each with a store that it has work in: what faults are injected into.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HUB_MODEL } from "../hub.ts";
import { hubEndpoint, type Place } from "./place.ts";

/** A verb or a hook that writes. */
export interface Operation {
  readonly name: string;
  /** The words of the call, with what `prepare` has given. */
  words(place: Place, given: string): readonly string[];
  readonly stdin?: (place: Place) => string;
  /** What this operation needs beside the common store. Returns an id that it needs, if any. */
  prepare?(place: Place): string;
  /** A hook: it ends with 0 and a reply, whatever happens. */
  readonly isHook?: true;
  /** What has to hold afterwards besides: of work on other files than a memory's. Throws where it does not. */
  check?(place: Place, isDone: boolean): void;
  /** It moves what the machine keeps of the memory (audit log, backups, originals): all of it has to arrive. */
  readonly movesHome?: true;
}

const event = (name: string, more: object) => (place: Place) =>
  JSON.stringify({
    session_id: "live-1",
    transcript_path: place.transcript,
    cwd: place.project,
    permission_mode: "default",
    hook_event_name: name,
    ...more,
  });

const TIME = "2026-03-01T00:00:00Z";
const PAYLOAD = {
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
function proposed(place: Place): string {
  place.memory("note", "propose", JSON.stringify(PAYLOAD), "--session", "s-9");
  const { data } = JSON.parse(place.memory("note", "propose", JSON.stringify(NEAR), "--session", "s-9"));
  return data.results[0].proposal;
}

function withRedisDeleted(place: Place): string {
  place.memory("manage", "delete", "--keyword", "Redis", "--confirm");
  return "";
}

/** As versions before homes left it: what the machine keeps of the memory lies in the data folder. */
function withoutHome(place: Place): string {
  const { data, own } = place.folders();
  for (const name of readdirSync(own)) {
    if (name !== "owner.json") renameSync(join(own, name), join(data, name));
  }
  rmSync(own, { recursive: true });
  rmSync(join(data, ".owner"));
  return "";
}

/** As a clone brings it: tracked by git, and no home knows it. */
function asClone(place: Place): string {
  const { data, own } = place.folders();
  rmSync(own, { recursive: true });
  rmSync(join(data, ".owner"));
  spawnSync("git", ["add", "-f", data], { cwd: place.project });
  return "";
}

/** A model hub on this machine, and its model, of which nobody has said what its bytes are. */
function fromHub(place: Place): string {
  place.memory("config", "set", "--global", "embedding.endpoint", hubEndpoint());
  place.memory("config", "set", "--global", "embedding.model", HUB_MODEL);
  return "";
}

/** A model that was told as there is there, and the next download brings what is missing. */
function hasModel(place: Place, isDone: boolean): void {
  if (isDone) place.memory("model", "verify");
  place.memory("model", "download", "--pin");
  place.memory("model", "verify");
  // With it the next save would start a process that makes vectors.
  place.memory("model", "remove", "--confirm");
}

/** Everything that writes. */
export const OPERATIONS: readonly Operation[] = [
  { name: "save fact", words: () => ["save", "fact", "--content", "The queue worker retries three times"] },
  {
    name: "first save of an upgrade",
    movesHome: true,
    prepare: withoutHome,
    words: () => ["save", "fact", "--content", "The queue worker retries three times"],
  },
  {
    name: "first save in a clone",
    prepare: asClone,
    words: () => ["save", "fact", "--content", "The queue worker retries three times"],
  },
  {
    name: "save summary",
    words:
      () => ["save", "summary", "--session", "s-9", "--topic", "Queue", "--summary", "Retries work", "--todo", "Alert"],
  },
  {
    name: "save several",
    words: () => ["save", "-"],
    stdin: () =>
      JSON.stringify(
        ["one", "two", "three"].map((each) => ({ type: "fact", content: `The ${each} of several facts` })),
      ),
  },
  { name: "done", words: () => ["done", "write the migration"] },
  {
    name: "edit",
    words: ({ ids }) => ["manage", "edit", "--id", ids[0] ?? "", "--content", "Sessions live in Valkey"],
  },
  { name: "delete", words: () => ["manage", "delete", "--keyword", "Redis", "--confirm"] },
  {
    name: "restore",
    prepare: withRedisDeleted,
    words: ({ ids }) => ["manage", "restore", "--id", ids[0] ?? ""],
  },
  {
    name: "undo",
    prepare: withRedisDeleted,
    words: () => ["manage", "undo"],
  },
  { name: "consolidate", words: () => ["manage", "consolidate"] },
  { name: "cleanup", words: () => ["manage", "cleanup", "--older-than", "30", "--confirm"] },
  {
    name: "import",
    prepare({ home }) {
      const facts = [1, 2, 3].map((at) => ({
        id: `log-in-${at}`,
        type: "fact",
        content: `Imported ${at}`,
        timestamp: TIME,
      }));
      writeFileSync(join(home, "in.jsonl"), facts.map((fact) => `${JSON.stringify(fact)}\n`).join(""));
      return "";
    },
    words: ({ home }) => ["import", "--input", join(home, "in.jsonl"), "--confirm"],
  },
  {
    name: "note propose",
    words: () => ["note", "propose", "-", "--session", "s-9"],
    stdin: () => JSON.stringify(PAYLOAD),
  },
  {
    name: "note add",
    prepare: proposed,
    words: (_, id) => ["note", "add", "--proposal", id, "--decision", "new", "--confirm"],
  },
  {
    name: "note merge",
    prepare: proposed,
    words: (_, id) => ["note", "add", "--proposal", id, "--decision", "merge", "--confirm"],
  },
  { name: "config set", words: () => ["config", "set", "save.ask_after_prompts", "9"] },
  { name: "config set --global", words: () => ["config", "set", "--global", "save.ask_after_prompts", "9"] },
  { name: "disable", words: () => ["disable"] },
  { name: "rebuild-index", words: () => ["manage", "rebuild-index", "--full"] },
  { name: "init", words: () => ["init", "--agent", "cursor", "--skip-model"] },
  {
    name: "model download",
    prepare: fromHub,
    words: () => ["model", "download", "--pin"],
    check: hasModel,
  },
  { name: "uninstall", words: () => ["uninstall"] },
  {
    name: "SessionStart",
    isHook: true,
    words: () => ["hook", "claude", "SessionStart"],
    stdin: event("SessionStart", { source: "startup" }),
  },
  {
    name: "UserPromptSubmit",
    isHook: true,
    words: () => ["hook", "claude", "UserPromptSubmit"],
    stdin: event("UserPromptSubmit", { prompt: "Where do sessions live, in Redis?" }),
  },
  {
    name: "SessionEnd",
    isHook: true,
    prepare({ transcript, project }) {
      mkdirSync(dirname(transcript), { recursive: true });
      const turns = ["Move the sessions to Redis, please", "From now on sessions never live in the database"].flatMap((
        text,
      ) => [
        { type: "user", cwd: project, message: { role: "user", content: text } },
        { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "Done." }] } },
      ]);
      writeFileSync(transcript, turns.map((turn) => `${JSON.stringify(turn)}\n`).join(""));
      return "";
    },
    words: () => ["hook", "claude", "SessionEnd"],
    stdin: event("SessionEnd", { reason: "exit" }),
  },
];
