import { runCli } from "./src/cli/mod.ts";
import { systemRuntime } from "./src/runtime.ts";

process.exitCode = await runCli(systemRuntime(), process.argv.slice(2));
