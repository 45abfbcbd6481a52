import { runCli } from "./src/cli/mod.ts";
import { systemRuntime } from "./src/system/mod.ts";

// All output is written by then. What is still open is at most an input that nobody waits for.
process.exit(await runCli(systemRuntime(), process.argv.slice(2)));
