/**
 * What search by meaning costs, measured under the runtime that the binary holds. The model is as large as the default
 * one, its weights are random: this says nothing about quality.
 *
 *   deno task bench:embedding            all rows
 *   deno task bench:embedding --quick    without 100,000 vectors
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { compilerPath } from "../scripts/compile.ts";

const inside = join(dirname(fileURLToPath(import.meta.url)), "embedding_inside.ts");
const { status } = spawnSync(compilerPath(), ["run", inside, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
