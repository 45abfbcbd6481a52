/**
 * The native libraries that the binary carries: which files, for which system, from which npm package.
 *
 * One list for both sides: scripts/compile.ts puts these files into a binary, native.ts finds them there.
 */

/** `linux-x64` and so on, as `Runtime.platform` and `Runtime.arch` say it. */
export type System = "linux-x64" | "linux-arm64" | "darwin-x64" | "darwin-arm64" | "win32-x64";

/** sqlite-vec searches vectors, ONNX Runtime makes them. */
export type LibraryName = "sqlite-vec" | "onnxruntime";

/** One library, with its files for each system that has it. */
export interface NativeLibrary {
  /** The version in deno.json; names the folder it is unpacked to. */
  readonly version: string;
  /** Paths below node_modules. The first is the one to load, the others must lie beside it. */
  readonly files: Readonly<Partial<Record<System, readonly string[]>>>;
}

const ONNX = "onnxruntime-node/bin/napi-v6";
const MAC_LIBRARY = "libonnxruntime.1.23.2.dylib";

/** All of them. */
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

/** Every file that a binary for this system carries, as paths below node_modules. */
export function nativeFilesOf(system: System): string[] {
  return Object.values(NATIVE_LIBRARIES).flatMap((library) => library.files[system] ?? []);
}
