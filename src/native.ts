/**
 * In: the name of a native library. Out: its path on disk, unpacked from the binary on first use.
 * Not done here: loading the library. This code runs only if vectors are wanted.
 *
 * A library can't be loaded from inside the binary, so its files go to
 * `~/.memory/runtime/<library>-<version>-<system>/`. Several processes may unpack at once, because each file is
 * replaced in one step. scripts/compile.ts puts the same files into the binary.
 */
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tried } from "./errors.ts";
import { modifiedMs, replaceAtomically } from "./files.ts";
import { memoryHome } from "./paths.ts";
import type { Runtime } from "./runtime.ts";
import { failure } from "./words.ts";

/** Unpacked libraries of other versions are removed after 30 days, since an older binary may still be in use. */
const KEEP_OLD_MS = 30 * 86_400_000;
/** In the binary, the folder of the code and of all embedded files; from sources, `src/`. */
const HERE = dirname(fileURLToPath(import.meta.url));
/** With the right to execute, because a library is loaded. */
const LIBRARY_MODE = 0o700;

/** The path of the library's main file; its other files lie beside it. Throws IO_ERROR when it can't be unpacked. */
export function libraryPath(runtime: Runtime, name: LibraryName): string {
  const files = NATIVE_LIBRARIES[name].files[systemOf(runtime)];
  const [main] = files;
  // The binary has all files in one folder with the code; for sources they are where npm put them.
  if (runtime.files.stat(embedded(main)) === undefined) return join(HERE, "../node_modules", main);
  const folder = libraryFolder(runtime, name);
  let unpacked = false;
  for (const file of files) unpacked = unpack(runtime, embedded(file), join(folder, basename(file))) || unpacked;
  if (unpacked) removeOldVersions(runtime, name);
  return join(folder, basename(main));
}

/** Where a library is unpacked to. */
function libraryFolder(runtime: Runtime, name: LibraryName): string {
  const { version } = NATIVE_LIBRARIES[name];
  return join(memoryHome(runtime), "runtime", `${name}-${version}-${systemOf(runtime)}`);
}

function systemOf(runtime: Runtime): System {
  // Windows on arm64 runs the x64 binary.
  return runtime.platform === "win32" ? "win32-x64" : `${runtime.platform}-${runtime.arch}`;
}

function embedded(file: string): string {
  return join(HERE, basename(file));
}

function unpack(runtime: Runtime, from: string, to: string): boolean {
  const size = runtime.files.stat(from)?.size;
  const isThere = () => runtime.files.stat(to)?.size === size;
  if (isThere()) return false;
  const bytes = runtime.files.read(from, Infinity);
  if (bytes === undefined) throw failure("not_held", { file: basename(from) });
  try {
    replaceAtomically(runtime, to, bytes, { mode: LIBRARY_MODE });
  } catch (error) {
    // Windows refuses to replace a library in use: another process has just unpacked and loaded it.
    if (!isThere()) throw error;
  }
  return true;
}

function removeOldVersions(runtime: Runtime, name: LibraryName): void {
  const parent = join(memoryHome(runtime), "runtime");
  const current = basename(libraryFolder(runtime, name));
  const oldest = runtime.now().getTime() - KEEP_OLD_MS;
  for (const folder of runtime.files.list(parent)) {
    const path = join(parent, folder);
    const stat = runtime.files.stat(path);
    if (!folder.startsWith(`${name}-`) || folder === current || !stat || modifiedMs(stat) > oldest) continue;
    // In use on Windows; the next version's unpacking tries again.
    tried(() => runtime.files.remove(path));
  }
}

/** `Runtime.platform` and `Runtime.arch`. */
export type System = "linux-x64" | "linux-arm64" | "darwin-x64" | "darwin-arm64" | "win32-x64";

/** sqlite-vec searches vectors, ONNX Runtime makes them. */
type LibraryName = "sqlite-vec" | "onnxruntime";

/** One library, with its files for each system. */
interface NativeLibrary {
  /** The version in deno.json, part of the name of the unpacked folder. */
  readonly version: string;
  /** Paths below node_modules. The first is the one to load, the others must lie beside it. */
  readonly files: Readonly<Record<System, readonly [string, ...string[]]>>;
}

const ONNX = "onnxruntime-node/bin/napi-v6";
const MAC_LIBRARY = "libonnxruntime.1.23.2.dylib";

export const NATIVE_LIBRARIES: Readonly<Record<LibraryName, NativeLibrary>> = {
  "sqlite-vec": {
    version: "0.1.9",
    files: {
      "linux-x64": ["sqlite-vec-linux-x64/vec0.so"],
      "linux-arm64": ["sqlite-vec-linux-arm64/vec0.so"],
      "darwin-x64": ["sqlite-vec-darwin-x64/vec0.dylib"],
      "darwin-arm64": ["sqlite-vec-darwin-arm64/vec0.dylib"],
      "win32-x64": ["sqlite-vec-windows-x64/vec0.dll"],
    },
  },
  onnxruntime: {
    // The last version with a build for macOS on Intel. From 1.29 on the libraries for Linux and macOS send usage data
    // to Microsoft; a test proves that this one does not.
    version: "1.23.2",
    // DirectML and its compilers (38 MB) stay out on Windows: they are loaded on demand and we compute on the
    // processor.
    files: {
      "linux-x64": [`${ONNX}/linux/x64/onnxruntime_binding.node`, `${ONNX}/linux/x64/libonnxruntime.so.1`],
      "linux-arm64": [`${ONNX}/linux/arm64/onnxruntime_binding.node`, `${ONNX}/linux/arm64/libonnxruntime.so.1`],
      "darwin-x64": [`${ONNX}/darwin/x64/onnxruntime_binding.node`, `${ONNX}/darwin/x64/${MAC_LIBRARY}`],
      "darwin-arm64": [`${ONNX}/darwin/arm64/onnxruntime_binding.node`, `${ONNX}/darwin/arm64/${MAC_LIBRARY}`],
      "win32-x64": [`${ONNX}/win32/x64/onnxruntime_binding.node`, `${ONNX}/win32/x64/onnxruntime.dll`],
    },
  },
};
