import { runCli } from "./src/cli/mod.ts";
import { systemRuntime } from "./src/system/mod.ts";

// Everything is written by then; what is still open is an input that nobody waits for.
process.exit(await runCli(systemRuntime(), process.argv.slice(2)));
