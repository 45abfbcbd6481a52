/** A fresh home, a project in git, a scripted model and the compiled binary: where one scenario is played. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BINARY, copyBinary } from "../box.ts";
import { type Client, CLIENTS, type Form, type Place } from "./client.ts";
import { type Rule, type ScriptedModel, startModel } from "./model.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** One prompt in a client, loading and answering; far longer than it takes. */
const PROMPT_MS = 90_000;

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Stage {
  readonly home: string;
  readonly project: string;
  readonly model: ScriptedModel;
  place(client: Client): Place;
  /** The binary with these words, in the project or in another folder. Its standard output, which may tell of nothing
   * found (exit 1); throws on failure. */
  memory(words: readonly string[], cwd?: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** Runs `memory init` by a copy of the binary, which is deleted then. */
  initAndDelete(client: Client): Promise<void>;
  /** Moves the client's settings to a folder of their own. The variable that a person sets for it. */
  moved(client: Client): Readonly<Record<string, string>>;
  /** One prompt without a person; standard output is the answer, trimmed. */
  once(client: Client, prompt: string, options?: OnceOptions): Promise<Ran>;
  /** One prompt in one of the client's other forms; what it printed, or left on the screen. */
  formed(client: Client, form: Form, prompt: string): Promise<string>;
  terminal(client: Client, options?: { readonly resume?: boolean }): Promise<{ terminal: Terminal; ready: boolean }>;
  /** What the model was asked since the last call, oldest first. */
  fresh(): string[];
  git(...words: readonly string[]): Promise<string>;
  /** Every file of the project and the clients' folders in the home, but for memory's own data, with its hash. */
  files(): string;
  close(): void;
}

interface OnceOptions {
  readonly cwd?: string;
  readonly resume?: boolean;
  /** False: as where a person has not trusted the project's hooks, or has switched hooks off. */
  readonly hooks?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** A stage with `memory init` done for the clients. `init` false: nothing of ours is there yet. */
export async function openStage(
  packages: string,
  clients: readonly Client[],
  { rules = [], init = true }: { readonly rules?: readonly Rule[]; readonly init?: boolean } = {},
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "memory-clients-"));
  const home = join(folder, "home");
  const project = join(home, "work", "app");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "a.txt"), "hello\n");
  const model = await startModel(rules);
  const terminals: Terminal[] = [];
  let read = 0;

  const bare = {
    HOME: home,
    PATH: `${dirname(BINARY)}:/usr/local/bin:/usr/bin:/bin`,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
  };
  const place = (client: Client) =>
    ({
      packages,
      home,
      project,
      modelUrl: `${model.url}/${client.id}`,
      settings: join(home, `.${client.id}`),
    }) satisfies Place;
  const run = (words: readonly string[], cwd = project, env: Readonly<Record<string, string>> = {}) =>
    runProgram(words, cwd, { ...bare, ...env });

  const stage: Stage = {
    home,
    project,
    model,
    place,
    moved(client) {
      const { variable, below } = client.moved;
      const named = join(folder, `another-${client.id}`);
      client.prepare({ ...place(client), settings: join(named, below) });
      return { [variable]: named };
    },
    async memory(words, cwd, env) {
      const ran = await run([BINARY, ...words], cwd, env);
      if (ran.code !== 0 && ran.code !== 1) {
        throw new Error(`memory ${words.join(" ")}: exit ${ran.code}: ${ran.stdout}${ran.stderr}`);
      }
      return ran.stdout;
    },
    async initAndDelete({ id }) {
      const copy = join(folder, "memory");
      copyBinary(copy);
      await run([copy, "init", "--agent", id, "--skip-model"]);
      rmSync(copy);
    },
    async once(client, prompt, { cwd, resume = false, hooks = true, env = {} } = {}) {
      const words = [...client.program(packages), ...client.once(prompt, { resume, hooks })];
      const ran = await run(words, cwd, { ...client.env(place(client), hooks), ...env });
      const printed = ran.stdout.trim();
      return { ...ran, stdout: client.printsTools ? printed.split("\n\n").at(-1) ?? "" : printed };
    },
    async formed(client, form, prompt) {
      const words = [...client.program(packages), ...form.words(prompt)];
      if (!form.onTerminal) return (await run(words, project, client.env(place(client), true))).stdout;
      const shell = ["sh", "-c", '"$@"; echo "[it has ended]"; sleep 99', "sh", ...words];
      const terminal = openTerminal(shell, project, { ...bare, ...client.env(place(client), true) });
      await terminal.shows(/^\[it has ended\]/m);
      const screen = terminal.screen();
      terminal.close();
      return screen;
    },
    async terminal(client, { resume = false } = {}) {
      if (!client.terminal) throw new Error(`${client.name} is not run in a terminal here`);
      const words = [...client.program(packages), ...client.terminal.words({ resume })];
      const terminal = openTerminal(words, project, { ...bare, ...client.env(place(client), true) });
      terminals.push(terminal);
      return { terminal, ready: await client.terminal.ready(terminal) };
    },
    fresh() {
      const texts = model.asked.slice(read).map(({ text }) => text);
      read = model.asked.length;
      return texts;
    },
    async git(...words) {
      const ran = await run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", ...words]);
      return ran.stdout;
    },
    files: () =>
      listing(project) +
      CLIENTS.flatMap(({ id }) => [join(home, `.${id}`), join(folder, `another-${id}`)])
        .map((each) => listing(each, INSTALLED)).join(""),
    close() {
      for (const terminal of terminals) terminal.close();
      model.close();
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 9, retryDelay: 200 });
      } catch {
        // A client that was ended may still be writing: its folder goes with the system's temporary files.
      }
    },
  };
  await stage.git("init", "-q", "-b", "main");
  await stage.git("add", "-A");
  await stage.git("commit", "-qm", "start");
  for (const client of clients) client.prepare(place(client));
  if (init) { for (const { id } of clients) await stage.memory(["init", "--agent", id, "--skip-model"]); }
  return stage;
}

function runProgram(words: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const [program = "", ...rest] = words;
  const child = spawn(program, rest, { cwd, env: { ...env }, timeout: PROMPT_MS, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: null, stdout, stderr: stderr + error.message }));
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Where init writes in a client's folder, without what clients put there by themselves. */
const INSTALLED = /[\\/](?:(?:hooks|settings)\.json$|(?:skills[\\/](?!\.system)|commands|agents|rules|policies)[\\/]?)/;

/** Paths and hashes of the files below a folder. Memory's own data and git's objects are left out. */
function listing(folder: string, only = /./): string {
  if (!existsSync(folder)) return "";
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) =>
      !/memory-data|[\\/]\.git[\\/](?!info[\\/]exclude)/.test(path) && only.test(path.slice(folder.length))
    );
  return files.sort().map((path) => `${path} ${createHash("sha256").update(readFileSync(path)).digest("hex")}\n`).join(
    "",
  );
}
