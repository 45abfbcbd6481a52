/** A project and a home in a temporary folder, with real git, for init and uninstall in process. */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import type { Runtime } from "../../src/runtime.ts";
import type { Sentence } from "../../src/sentence.ts";
import type { SetupRequest } from "../../src/setup/install.ts";
import { install } from "../../src/setup/mod.ts";
import type { SetupResult } from "../../src/setup/result.ts";
import { type RemovalRequest, uninstall } from "../../src/setup/uninstall.ts";
import { testWorld } from "../world.ts";

/** A result as a person reads it. */
type Told = ReturnType<typeof told>;

function told({ notes, next, ...result }: SetupResult) {
  const say = (sentence: Sentence) => sentence[result.lang];
  return { ...result, notes: notes.map(say), next: next.map(say) };
}

/** What a test of `init` and `uninstall` has in its hands. */
export interface SetupBox {
  readonly runtime: Runtime;
  readonly project: string;
  readonly home: string;
  /** `memory init` with these wishes, in a folder of the box. */
  init(wish?: Partial<SetupRequest>, cwd?: string): Told;
  /** Moves the clock. */
  advance(ms: number): void;
  uninstall(wish?: Partial<RemovalRequest>, cwd?: string): Told;
  /** Paths are relative to the project, or absolute. */
  read(path: string): string;
  write(path: string, text: string): void;
  has(path: string): boolean;
  git(args: readonly string[], cwd?: string): string;
  /** Every file below a folder with its bytes, `.git` but for its exclude file aside. */
  snapshot(folder?: string): Record<string, string>;
}

/** Whether the project is a git repository, and the environment. */
interface SetupBoxOptions {
  readonly git?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const WISH = {
  global: false,
  projectPath: undefined,
  agents: [],
  lang: undefined,
  share: undefined,
  allow: undefined,
  dryRun: false,
};

/** An empty project and an empty home. */
export function setupBox({ git = true, env = { LANG: "en_US.UTF-8" } }: SetupBoxOptions = {}): SetupBox {
  const { folder, runtime: world, advance } = testWorld({ env });
  const project = join(folder, "app");
  fs.mkdirSync(project);
  fs.mkdirSync(world.home);
  const at = (cwd: string): Runtime => ({
    ...world,
    cwd: () => cwd,
    execPath: "/opt/my tools/memory",
    platform: "linux",
  });
  const full = (path: string) => (path.startsWith("/") ? path : join(project, path));
  const run = (args: readonly string[], cwd = project) =>
    execFileSync("git", [...args], {
      cwd,
      encoding: "utf8",
      env: {
        PATH: "/usr/bin:/bin",
        HOME: world.home,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.invalid",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.invalid",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  if (git) run(["init", "-q", "-b", "main"]);
  return {
    runtime: at(project),
    project,
    home: world.home,
    advance,
    init: (wish = {}, cwd = project) => told(install(at(cwd), { ...WISH, ...wish } as SetupRequest)),
    uninstall: (wish = {}, cwd = project) =>
      told(uninstall(at(cwd), { ...WISH, caches: false, purge: false, token: undefined, ...wish } as RemovalRequest)),
    read: (path) => fs.readFileSync(full(path), "utf8"),
    write(path, text) {
      fs.mkdirSync(dirname(full(path)), { recursive: true });
      fs.writeFileSync(full(path), text);
    },
    has: (path) => fs.existsSync(full(path)),
    git: run,
    snapshot(folder = project) {
      const files: Record<string, string> = {};
      for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        const inGit = path.includes("/.git/") && !path.endsWith("/info/exclude");
        if (entry.isFile() && !inGit) files[path.slice(folder.length + 1)] = fs.readFileSync(path, "latin1");
      }
      return files;
    },
  };
}
