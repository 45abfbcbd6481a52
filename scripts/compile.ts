/**
 * Compiles `main.ts` into one self-contained binary with Bun's compiler, which comes from the npm registry.
 *
 *   deno task compile                         this machine → dist/memory
 *   deno task compile --target all            every target → dist/memory-<target>[.exe]
 *   deno task compile --target linux-arm64    one or several, comma separated
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { signAdHoc } from "./macho.ts";
import { errorCode } from "../src/errors.ts";
import { NATIVE_LIBRARIES, type System } from "../src/native.ts";

/** The folder of this repository. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is compiled for this machine. */
export const BINARY = join(ROOT, "dist", process.platform === "win32" ? "memory.exe" : "memory");

/** Our names of the targets and the compiler's. */
export const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "bun-linux-x64",
  "linux-arm64": "bun-linux-arm64",
  "darwin-arm64": "bun-darwin-arm64",
  "darwin-x64": "bun-darwin-x64",
  "windows-x64": "bun-windows-x64",
};

/** The target that runs on this machine. */
export function thisTarget(): string {
  return `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}

/** Bun's executable among the installed packages (Deno does not run the install script that would copy it). */
export function compilerPath(): string {
  const name = process.platform === "win32" ? "bun.exe" : "bun";
  const packages = join(ROOT, "node_modules", ".deno");
  for (const folder of existsSync(packages) ? readdirSync(packages) : []) {
    if (!folder.startsWith("@oven+bun-") || folder.includes("musl")) continue;
    const scope = join(packages, folder, "node_modules", "@oven");
    for (const platform of readdirSync(scope)) {
      const path = join(scope, platform, "bin", name);
      if (existsSync(path)) return path;
    }
  }
  throw new Error(`No Bun compiler below ${packages}; run \`deno install\` first`);
}

/** Compiles a program of these sources for one target to a file. Throws with the compiler's words when it fails. */
export function compile(target: string, outfile: string, program = "main.ts"): void {
  const bunTarget = TARGETS[target];
  if (!bunTarget) throw new Error(`Unknown target "${target}"; there are ${Object.keys(TARGETS).join(", ")}`);
  mkdirSync(dirname(outfile), { recursive: true });
  // Bytecode: without it, the binary takes three times as long to print its version.
  // Native libraries are embedded under their own names, where src/native.ts looks for them.
  // Splitting: each verb loads only the code it needs, which halves that time again.
  // High JIT thresholds: most calls end before compiling pays off, and it used to cost a quarter of a hook's time.
  // Work that runs longer lowers them again (Runtime.expectLongWork).
  const options = [
    ...[
      "--compile",
      "--bytecode",
      "--minify",
      "--splitting",
      "--compile-jit-policy=100",
      "--format=esm",
      "--asset-naming=[name].[ext]",
    ],
    // The folder that a hook starts in is a stranger's repository: its .env must not set our variables, its bunfig.toml
    // must not run code in us.
    ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
  ];
  // Looked up before the folder is claimed: whoever waits for it need not wait for a failure.
  const [compiler, libraries] = [compilerPath(), nativeLibraries(target)];
  const folder = join(ROOT, "dist", "sources");
  claim(folder);
  try {
    copySources(folder, program);
    // What runs as a thread of its own is a program of its own, named in the binary by its path below the root. Unless
    // told, the compiler takes for that a folder which holds the libraries, too.
    const sources = [join(folder, program), join(folder, "src", "system", "watchdog_thread.ts"), ...libraries];
    const { error, status, stdout, stderr } = spawnSync(
      compiler,
      ["build", ...options, `--target=${bunTarget}`, `--root=${folder}`, ...sources, "--outfile", outfile],
      { encoding: "utf8", cwd: folder },
    );
    if (error) throw error;
    if (status !== 0) throw new Error(`Compiling ${target} failed:\n${stdout}${stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const bytes = readFileSync(outfile);
  unname(bytes, VARIABLES);
  // The compiler itself signs for arm64 only, before that.
  writeFileSync(outfile, target.startsWith("darwin") ? signAdHoc(bytes, "memory") : bytes);
}

/**
 * Variables by which the runtime runs other code: as the runtime itself, with options, for a debugger. Some clients and
 * shells take variables from the `.env` of the repository that they start in.
 */
const VARIABLES = ["BUN_BE_BUN", "BUN_OPTIONS", "BUN_INSPECT"] as const;

/** Gives variables in a program a name that none can have. Throws where a name is not found. */
function unname(program: Buffer, names: readonly string[]): void {
  for (const name of names) {
    let found = 0;
    for (let at = program.indexOf(name); at !== -1; at = program.indexOf(name, at + 1)) {
      // In a script of the runtime it stands behind a dot.
      if (program[at - 1] === ".".charCodeAt(0)) continue;
      program[at] = "=".charCodeAt(0);
      found++;
    }
    if (found === 0) throw new Error(`The runtime knows no variable ${name} any more`);
  }
}

/** A compilation takes seconds: one that began before this many milliseconds was killed. */
const COMPILED_BY_MS = 120_000;

/** Makes the folder of the copy. Its path stands in the binary, so who compiles at the same time has to wait for it. */
function claim(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  for (;;) {
    try {
      return mkdirSync(folder);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
      const begun = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
      if (begun !== undefined && Date.now() - begun > COMPILED_BY_MS) rmSync(folder, { recursive: true, force: true });
      else if (begun !== undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

const TEXT_IMPORT = /from "([^"]+)" with \{ type: "text" \}/g;

/**
 * Copies the sources, and makes a module of every text that they import. The compiler would embed each text as a file
 * that is opened and decoded when it is asked for, which costs a hook 0.1 ms apiece.
 */
function copySources(folder: string, program: string): void {
  for (const name of [program, "src"]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
    const path = join(entry.parentPath, entry.name);
    const source = readFileSync(path, "utf8");
    const texts = [...source.matchAll(TEXT_IMPORT)].map(([, text = ""]) => join(entry.parentPath, text));
    for (const text of texts) {
      writeFileSync(`${text}.ts`, `export default ${JSON.stringify(readFileSync(text, "utf8"))};`);
    }
    if (texts.length > 0) writeFileSync(path, source.replace(TEXT_IMPORT, 'from "$1.ts"'));
  }
}

/** The files in a binary for this system, as paths below node_modules. */
export function nativeFilesOf(system: System): string[] {
  return Object.values(NATIVE_LIBRARIES).flatMap((library) => library.files[system]);
}

/**
 * The libraries that a target's binary carries. Throws when one is not installed: a binary without it would fail late.
 */
function nativeLibraries(target: string): string[] {
  const files = nativeFilesOf(target.replace("windows", "win32") as System);
  const paths = files.map((file) => join(ROOT, "node_modules", file));
  const missing = paths.find((path) => !existsSync(path));
  if (missing) throw new Error(`${missing} is not there; run \`deno install\` first`);
  return paths;
}

function main(words: readonly string[]): void {
  const at = words.indexOf("--target");
  const wanted = at === -1 ? undefined : words[at + 1] ?? "";
  if (wanted === undefined) return build(thisTarget(), BINARY);
  for (const target of wanted === "all" ? Object.keys(TARGETS) : wanted.split(",")) {
    build(target, join(ROOT, "dist", `memory-${target}${target.startsWith("windows") ? ".exe" : ""}`));
  }
}

function build(target: string, path: string): void {
  compile(target, path);
  console.log(path);
}

if (import.meta.main) main(process.argv.slice(2));
