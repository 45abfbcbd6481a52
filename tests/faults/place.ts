/**
 * A home with a project whose memory holds something, made once and copied for every round; and what is compared
 * afterwards: records as a reader sees them, and the bytes of files that are not memory's.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { BINARY } from "../box.ts";

/** What a round is played in. */
export interface Place {
  readonly home: string;
  readonly project: string;
  readonly transcript: string;
  /** Ids of records, the one about Redis first. */
  readonly ids: readonly string[];
  /** The binary, without faults. Its standard output; throws where it fails. */
  memory(...words: readonly string[]): string;
  readonly env: Readonly<Record<string, string>>;
  /** The data folder, and its home. */
  folders(): { readonly data: string; readonly own: string };
}

/** A place as it is found. */
export interface Snapshot {
  /** Each record and note as text, sorted; ids and times of what the operation made are left out. */
  readonly records: readonly string[];
  /** Files of the person that no operation may touch, by their bytes. */
  readonly foreign: readonly string[];
}

/** The data folder, in the project. */
const DATA = join(".claude", "skills", "memory-data");

const FOREIGN: Readonly<Record<string, string>> = {
  ".bashrc": "export EDITOR=vi\n",
  ".claude/settings.json": '{\n  // mine\n  "model": "opus"\n}\n',
  "work/app/src/a.txt": "hello\n",
  "work/app/.gitignore": "dist\n",
};

/** The same folder in every round: paths stand in what `init` writes. */
const FOLDER = mkdtempSync(join(tmpdir(), "memory-faults-"));
const HOME = join(FOLDER, "home");
const TEMPLATE = join(FOLDER, "template");

let hub: ChildProcess | undefined;

/** The address of a model hub on this machine, which ends with `removePlaces`. */
export function hubEndpoint(): string {
  const told = join(FOLDER, "hub");
  if (!hub) {
    hub = spawn(process.execPath, ["run", "-A", join(import.meta.dirname ?? "", "hub_alone.ts"), told], {
      stdio: "ignore",
    });
    while (!existsSync(told) || readFileSync(told, "utf8") === "") {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
  return readFileSync(told, "utf8");
}

/** Removes everything that was made. */
export function removePlaces(): void {
  hub?.kill();
  rmSync(FOLDER, { recursive: true, force: true });
}

/** The place anew, as it was made the first time. */
export function freshPlace(): Place {
  rmSync(HOME, { recursive: true, force: true });
  if (existsSync(TEMPLATE)) {
    cpSync(TEMPLATE, HOME, { recursive: true, preserveTimestamps: true });
    return placeOf(JSON.parse(readFileSync(join(FOLDER, "ids"), "utf8")));
  }
  for (const [file, text] of Object.entries(FOREIGN)) {
    mkdirSync(join(HOME, file, ".."), { recursive: true });
    writeFileSync(join(HOME, file), text);
  }
  spawnSync("git", ["init", "-q"], { cwd: join(HOME, "work", "app") });
  const place = placeOf([]);
  place.memory("init", "--agent", "claude", "--skip-model");
  const facts = [
    "Sessions live in Redis",
    "The API listens on port 8123",
    "Amounts are stored in cents",
    "Amounts are stored in cents.",
    "The deploy window is Tuesday",
  ].map((content) => JSON.parse(place.memory("save", "fact", "--content", content)).data.id);
  const old = { id: "log-old-1", type: "fact", memory_type: "W", content: "An old fact of spring", confidence: 0.9 };
  const data = join(place.project, DATA);
  mkdirSync(join(data, "daily"), { recursive: true });
  writeFileSync(
    join(data, "daily", "2026-01-05.jsonl"),
    `${JSON.stringify({ ...old, timestamp: "2026-01-05T10:00:00.000Z" })}\n`,
  );
  place.memory("save", "summary", "--topic", "Store", "--summary", "Moved", "--todo", "write the migration");
  place.memory("search", "Redis");
  cpSync(HOME, TEMPLATE, { recursive: true, preserveTimestamps: true });
  writeFileSync(join(FOLDER, "ids"), JSON.stringify(facts));
  return placeOf(facts);
}

function placeOf(ids: readonly string[]): Place {
  const project = join(HOME, "work", "app");
  const env = { HOME, PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "en_US.UTF-8", CLAUDE_CODE_SESSION_ATTENDED: "1" };
  return {
    home: HOME,
    project,
    transcript: join(HOME, ".claude", "projects", "app", "live-1.jsonl"),
    ids,
    env,
    folders() {
      const data = join(project, DATA);
      const [name = ""] = readFileSync(join(data, ".owner"), "utf8").split(" ");
      return { data, own: join(HOME, ".memory", "projects", name) };
    },
    memory(...words) {
      const ran = spawnSync(BINARY, words, { cwd: project, env, encoding: "utf8" });
      // 1: nothing was found.
      if (ran.status !== 0 && ran.status !== 1) {
        throw new Error(`memory ${words.join(" ")}: exit ${ran.status}: ${ran.stdout}${ran.stderr}`);
      }
      return ran.stdout;
    },
  };
}

/** What a reader sees now, without faults. Throws where a reader fails. */
export function snapshotOf(place: Place): Snapshot {
  return {
    records: existsSync(join(place.project, DATA)) ? recordsOf(place) : [],
    foreign: Object.keys(FOREIGN).map((file) => `${file}: ${bytesOf(join(place.home, file))}`),
  };
}

function recordsOf(place: Place): string[] {
  const listed = JSON.parse(place.memory("manage", "list", "--include-deleted", "--limit", "500", "--scope", "all"));
  const notes = JSON.parse(place.memory("note", "list"));
  return [
    ...listed.data.records.map((each: Json) =>
      JSON.stringify([
        each.type,
        each.content,
        each.todos,
        each.deleted_at !== null,
        each.superseded_by !== undefined,
      ])
    ),
    ...notes.data.notes.map((each: Json) =>
      JSON.stringify(["note", each.title, each.status, withoutDates(place.memory("note", "show", each.id))])
    ),
  ].sort();
}

// deno-lint-ignore no-explicit-any -- a test reads foreign JSON as its reader would
type Json = any;

/** Rounds are played on one day, but not in one second. */
function withoutDates(text: string): string {
  return text.replace(/\d{4}-\d{2}-\d{2}[T\d:.Z]*/g, "").replace(/\b(?:log|prop|op)-\d{9}-\w{4}\b/g, "");
}

function bytesOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "(none)";
  }
}
