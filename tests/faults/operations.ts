/** The verbs and hooks that write, each with a store that it has work in: what faults are injected into. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MODEL_A, writeTestModel } from "../fixtures/model/generate.ts";
import type { Place } from "./place.ts";
import {
  asClone,
  broken,
  exported,
  exportIn,
  fromHub,
  hasModel,
  isWholeExport,
  keepsAWeek,
  leavesOut,
  noted,
  ownModel,
  ownTokenOf,
  PAYLOAD,
  proposed,
  spoken,
  tells,
  TIME,
  tokenOf,
  withRedisDeleted,
} from "./preparations.ts";

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
  /** A hook whose reply is bare text, which the client takes as it is. */
  readonly isBare?: true;
  /**
   * What has to hold afterwards besides: of work on other files than a memory's. Throws where it does not.
   *
   * @param told all that it said, on both streams
   */
  check?(place: Place, isDone: boolean, told: string): void;
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

/** Everything that writes. */
export const OPERATIONS: readonly Operation[] = [
  { name: "remember", words: () => ["remember", "The queue worker retries three times"] },
  { name: "save fact", words: () => ["save", "fact", "--content", "The queue worker retries three times"] },
  {
    name: "save fact --layer global",
    words: () => ["save", "fact", "--layer", "global", "--content", "The person reads diffs before prose"],
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
    name: "purge",
    prepare: (place) => tokenOf(place, "manage", "delete", "--keyword", "Redis", "--purge"),
    words: (_, token) => ["manage", "delete", "--keyword", "Redis", "--purge", "--confirm", token],
  },
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
  {
    name: "enrich",
    words: ({ ids }) => [
      ...["manage", "enrich", "--confirm", "--apply"],
      JSON.stringify([{ id: ids[0] ?? "", asks: ["why are people logged out?"] }]),
    ],
  },
  { name: "cleanup", words: () => ["manage", "cleanup", "--older-than", "30", "--confirm"] },
  { name: "cleanup --retention", words: () => ["manage", "cleanup", "--retention", "--confirm"], prepare: keepsAWeek },
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
    name: "import --mode replace",
    prepare(place) {
      const fact = { id: "log-in-1", type: "fact", content: "Imported instead", timestamp: TIME };
      writeFileSync(join(place.home, "in.jsonl"), `${JSON.stringify(fact)}\n`);
      return tokenOf(place, "import", "--mode", "replace", "--input", join(place.home, "in.jsonl"));
    },
    words: ({ home }, token) => ["import", "--mode", "replace", "--input", join(home, "in.jsonl"), "--confirm", token],
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
  {
    name: "note edit",
    prepare: noted,
    words: (_, id) => ["note", "edit", id, "--one-liner", "Each event is one JSON line"],
  },
  { name: "note archive", prepare: noted, words: (_, id) => ["note", "archive", id] },
  { name: "note delete", prepare: noted, words: (_, id) => ["note", "delete", id, "--confirm"] },
  { name: "note share", prepare: noted, words: (_, id) => ["note", "share", id] },
  {
    name: "note index",
    prepare(place) {
      noted(place);
      rmSync(join(place.folders().data, "INDEX.md"));
      return "";
    },
    words: () => ["note", "index"],
    check(place, isDone, told) {
      if (isDone && !leavesOut(told)) place.memory("note", "check");
    },
  },
  { name: "retrieve", prepare: noted, words: () => ["retrieve", "How does a service log?"] },
  { name: "config set", words: () => ["config", "set", "save.ask_after_prompts", "9"] },
  { name: "config set --global", words: () => ["config", "set", "--global", "save.ask_after_prompts", "9"] },
  {
    name: "config reset",
    prepare(place) {
      place.memory("config", "set", "save.ask_after_prompts", "9");
      return "";
    },
    words: () => ["config", "reset", "--all"],
    check: tells(["config", "validate", "--json"], /"status":"ok"/),
  },
  {
    name: "config preset",
    words: () => ["config", "preset", "deep-memory"],
    check: tells(["config", "validate", "--json"], /"status":"ok"/),
  },
  { name: "disable", words: () => ["disable"] },
  { name: "disable --session", words: () => ["disable", "--session", "live-1"] },
  {
    name: "enable",
    prepare(place) {
      place.memory("disable");
      return "";
    },
    words: () => ["enable"],
    check: tells(["enable", "--json"], /"enabled":true/),
  },
  {
    name: "trust",
    prepare(place) {
      asClone(place);
      return tokenOf(place, "trust");
    },
    words: (_, token) => ["trust", "--confirm", token],
    check: tells(["trust", "--json"], /"total":0,/),
  },
  {
    name: "trust --undo",
    prepare(place) {
      asClone(place);
      place.memory("trust", "--confirm", tokenOf(place, "trust"));
      return "";
    },
    words: () => ["trust", "--undo"],
    check: tells(["trust", "--json"], /"confirm_token"/),
  },
  {
    name: "sync",
    prepare(place) {
      rmSync(join(place.folders().own, "index.sqlite"));
      return "";
    },
    words: () => ["sync"],
  },
  { name: "sync --rebuild", words: () => ["sync", "--rebuild"] },
  {
    name: "search",
    prepare(place) {
      rmSync(join(place.folders().own, "index.sqlite"));
      return "";
    },
    words: () => ["search", "Redis"],
  },
  { name: "list", words: () => ["manage", "list"] },
  {
    name: "export",
    prepare: exported,
    words: (place) => ["export", "--output", exportIn(place), "--overwrite"],
    check: (place, isDone, told) => isWholeExport(place, isDone && !leavesOut(told)),
  },
  {
    name: "export --format markdown",
    words: ({ home }) => ["export", "--output", join(home, "as-text"), "--format", "markdown"],
  },
  {
    name: "doctor --fix",
    prepare: broken,
    words: () => ["doctor", "--fix", "--json"],
    check(place, isDone, told) {
      // What could not be mended is told, and mended by the next one.
      if (!isDone || told.includes('"unfixed"')) place.memory("doctor", "--fix");
    },
  },
  { name: "rebuild-index", words: () => ["manage", "rebuild-index", "--full"] },
  { name: "init", words: () => ["init", "--agent", "cursor", "--skip-model"] },
  {
    name: "model download",
    prepare: fromHub,
    words: () => ["model", "download", "--pin"],
    check: hasModel,
  },
  {
    name: "model remove",
    prepare(place) {
      fromHub(place);
      place.memory("model", "download", "--pin");
      return "";
    },
    words: () => ["model", "remove"],
    check(place, isDone) {
      if (isDone) assert.match(place.memory("model", "remove", "--json"), /"removed":false/);
      hasModel(place, false);
    },
  },
  {
    name: "model verify --pin",
    prepare(place) {
      mkdirSync(dirname(ownModel(place)), { recursive: true });
      writeTestModel(ownModel(place), MODEL_A);
      return "";
    },
    words: (place) => ["model", "verify", ownModel(place), "--pin"],
    check(place, isDone) {
      place.memory("model", "verify", ownModel(place), ...isDone ? [] : ["--pin"]);
    },
  },
  { name: "init --global", words: () => ["init", "--global", "--agent", "cursor", "--skip-model"] },
  { name: "uninstall", words: () => ["uninstall"] },
  {
    name: "uninstall --purge",
    prepare: (place) => ownTokenOf(place, "uninstall", "--purge"),
    words: (_, token) => ["uninstall", "--purge", "--confirm", token],
    check(place) {
      // The next write needs a memory.
      if (!existsSync(join(place.project, ".claude", "skills", "memory-data"))) {
        place.memory("init", "--agent", "claude", "--skip-model");
      }
    },
  },
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
    name: "PreCompact",
    isHook: true,
    isBare: true,
    prepare: spoken,
    words: () => ["hook", "claude", "PreCompact"],
    stdin: event("PreCompact", { trigger: "auto" }),
  },
  {
    name: "Stop",
    isHook: true,
    prepare: spoken,
    words: () => ["hook", "claude", "Stop"],
    stdin: event("Stop", { last_assistant_message: "Done." }),
  },
  {
    name: "SessionEnd",
    isHook: true,
    prepare: spoken,
    words: () => ["hook", "claude", "SessionEnd"],
    stdin: event("SessionEnd", { reason: "exit" }),
  },
];
