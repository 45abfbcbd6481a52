/**
 * Runs one command line of the sources under the runtime of the binary, and writes to the file that `WEIGHED` names
 * what it took: how many bytes of code and tables it loaded, and how often it asked the file system.
 */
import { plugin, Transpiler } from "bun";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import type { Files, Runtime } from "../../src/runtime.ts";

/** The part of the runtime's plugins that is used here. */
interface Build {
  onLoad(which: { filter: RegExp }, load: (file: { path: string }) => { contents: string; loader: "ts" | "js" }): void;
}

const bare = new Transpiler({ loader: "ts", minifyWhitespace: true });
let bytes = 0;

plugin({
  name: "weigh",
  setup(build: Build) {
    build.onLoad({ filter: /[\\/]src[\\/]/ }, ({ path }) => {
      const contents = readFileSync(path, "utf8");
      const isCode = path.endsWith(".ts");
      // Without types and comments, as the compiler leaves it; a table is loaded as it is.
      bytes += Buffer.byteLength(isCode ? bare.transformSync(contents) : contents);
      return isCode
        ? { contents, loader: "ts" }
        : { contents: `export default ${JSON.stringify(contents)}`, loader: "js" };
    });
  },
});

const { runCli } = await import("../../src/cli/mod.ts");
const { systemRuntime } = await import("../../src/system/mod.ts");

let asked = 0;
const counted = <T extends object>(files: T): T =>
  new Proxy(files, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...words: unknown[]) => {
        asked++;
        return Reflect.apply(value, target, words);
      };
    },
  });

const system = systemRuntime();
const runtime: Runtime = Object.create(system, {
  files: { value: counted<Files>(system.files) },
});
const code = await runCli(runtime, process.argv.slice(2));
writeFileSync(process.env["WEIGHED"] ?? "", JSON.stringify({ code, bytes, asked }));
process.exit(code);
