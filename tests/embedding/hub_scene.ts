/** The scene of tests of downloads: a hub with the test model, and a fresh home whose settings name this hub. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../src/config/mod.ts";
import { chooseModel, folderOfChoice } from "../../src/embedding/choice.ts";
import { downloadModel, type DownloadOptions } from "../../src/embedding/download.ts";
import { MODEL_A, testModelFiles } from "../fixtures/model/generate.ts";
import { type LocalHub, localHub } from "../hub.ts";
import { testWorld, type World } from "../world.ts";

export const NAME = "tests/tiny-bert";
export const GRAPH = "onnx/model_quantized.onnx";

interface Scene {
  readonly hub: LocalHub;
  readonly world: World;
  readonly folder: string;
  /** The pauses of the download in ms; the test does not wait for them. */
  readonly pauses: number[];
  download(options?: DownloadOptions, name?: string): ReturnType<typeof downloadModel>;
  /** Bytes of the graph, and of its `.part` on disk. */
  readonly graph: Uint8Array;
  partBytes(): number;
}

export async function scene(
  body: (scene: Scene) => Promise<void>,
  world: World = testWorld(),
  name = NAME,
): Promise<void> {
  const hub = await localHub();
  const files = testModelFiles(MODEL_A);
  hub.repositories.set(NAME, files);
  const graph = files.get(GRAPH) ?? new Uint8Array();
  const { config } = loadConfig(world.runtime);
  const pointed = { ...config, embedding: { ...config.embedding, endpoint: hub.endpoint } };
  const folder = folderOfChoice(world.runtime, pointed, chooseModel(world.runtime, name));
  const pauses: number[] = [];
  const pause = (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
  try {
    await body({
      hub,
      world,
      folder,
      pauses,
      graph,
      download: (options = {}, which = name) =>
        downloadModel(world.runtime, pointed, chooseModel(world.runtime, which), {
          pause,
          stallMs: 5_000,
          pin: true,
          ...options,
        }),
      partBytes: () => world.runtime.files.stat(partOf(folder) ?? "")?.size ?? 0,
    });
  } finally {
    await hub.close();
  }
}

export function partOf(folder: string): string | undefined {
  const found = (readdirSync(folder, { recursive: true }) as string[]).find((file) => file.endsWith(".part"));
  return found && join(folder, found);
}

export function isGraphStorage(url: string | undefined): boolean {
  return url?.startsWith("/storage/") === true && url.endsWith(GRAPH);
}
