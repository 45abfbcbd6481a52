/**
 * In: the path of an ONNX model. Out: a session that runs it on the processor.
 * Not done here: what goes in and what the output means (infer.ts).
 *
 * ONNX Runtime's native binding is loaded directly, without its JavaScript front: that front finds the binding by a
 * path which a single binary does not have, and does nothing here that these lines don't (docs/dependencies.md).
 *
 * @module
 */
import { createRequire } from "node:module";
import { Tensor } from "onnxruntime-common";
import { fail, reasonTold } from "../errors.ts";
import { libraryPath } from "../native.ts";
import type { Runtime } from "../runtime.ts";

/** An input or output of a graph. */
export interface Port {
  readonly name: string;
  readonly isTensor: boolean;
  /** -1 where the size may vary. */
  readonly shape: readonly number[];
  /** ONNX's number of the element type. */
  readonly type: number;
}

/** onnx.proto's TensorProto.DataType, as far as embedding models use it. */
export const FLOAT16 = 10;

/** A loaded model. Throws what ONNX Runtime throws. */
export interface Session {
  readonly inputMetadata: readonly Port[];
  readonly outputMetadata: readonly Port[];
  run(
    feeds: Readonly<Record<string, Tensor>>,
    fetches: Readonly<Record<string, null>>,
    options: object,
  ): Record<string, Tensor>;
  dispose(): void;
}

interface NativeSession extends Session {
  loadModel(path: string, options: object): void;
}

/** What onnxruntime_binding.node exports (onnxruntime-node 1.23.2, lib/binding.ts). */
interface Binding {
  readonly InferenceSession: new () => NativeSession;
  initOrtOnce(logLevel: number, tensor: typeof Tensor): void;
}

/** Errors only: warnings about a model's graph help nobody here. */
const LOG_LEVEL_ERROR = 3;

let binding: Binding | undefined;

/** How a session computes. */
export interface SessionOptions {
  /** 0 for as many as the machine has. */
  readonly threads: number;
  /** Lay the weights out for computing: loads a sixth longer, computes a sixth faster. */
  readonly prepared: boolean;
}

/** Loads a model. Throws MODEL_UNAVAILABLE when the runtime or the model can't be loaded. */
export function openSession(runtime: Runtime, modelFile: string, { threads, prepared }: SessionOptions): Session {
  const session = new (loadBinding(runtime).InferenceSession)();
  try {
    session.loadModel(modelFile, {
      executionProviders: ["cpu"],
      graphOptimizationLevel: "all",
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      extra: { session: { disable_prepacking: prepared ? "0" : "1" } },
    });
  } catch (cause) {
    fail(
      "MODEL_UNAVAILABLE",
      {
        en: `Cannot load the model ${modelFile}: ${reasonTold(cause).en}`,
        zh: `无法加载模型 ${modelFile}：${reasonTold(cause).zh}`,
      },
      { en: "Check it with `memory model verify`", zh: "请用 `memory model verify` 检查" },
      { cause },
    );
  }
  return session;
}

function loadBinding(runtime: Runtime): Binding {
  if (binding) return binding;
  const path = libraryPath(runtime, "onnxruntime");
  try {
    const loaded = createRequire(import.meta.url)(path) as Binding;
    loaded.initOrtOnce(LOG_LEVEL_ERROR, Tensor);
    binding = loaded;
    return loaded;
  } catch (cause) {
    fail("MODEL_UNAVAILABLE", {
      en: `Cannot load ONNX Runtime: ${reasonTold(cause).en}`,
      zh: `无法加载 ONNX Runtime：${reasonTold(cause).zh}`,
    }, {
      en: "Search works by word without it; `memory doctor` tells more",
      zh: "没有它也能按词搜索；详情见 `memory doctor`",
    }, { cause });
  }
}
