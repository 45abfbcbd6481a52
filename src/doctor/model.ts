/** The model for search by meaning: is it there, can this system run it, what has it made? */
import { chooseModel, folderOfChoice, type InstalledModel, wantedModel } from "../embedding/choice.ts";
import { modelState, verifyFiles } from "../embedding/model_files.ts";
import { asMemoryError, MemoryError } from "../errors.ts";
import { openVectors } from "../index/vectors.ts";
import { hasLibrary } from "../native.ts";
import { type Check, fail, type Finding, pass, type Patient, together, warn } from "./check.ts";
import { joined } from "../sentence.ts";
import { LAYER_NAMES } from "../records/mod.ts";

/** Whether search by meaning works, or could. */
export const modelCache: Check = async (patient) => {
  const { runtime, memory: { config }, say } = patient;
  if (!config.embedding.enabled) {
    return pass(say({ en: "switched off (embedding.enabled)", zh: "已关闭（embedding.enabled）" }));
  }
  if (!hasLibrary(runtime, "onnxruntime")) {
    return warn(say({
      en: `there is no native runtime for ${runtime.platform}-${runtime.arch}: search goes by word`,
      zh: `${runtime.platform}-${runtime.arch} 没有可用的原生运行库：按词搜索`,
    }));
  }
  try {
    const model = wantedModel(runtime, config);
    const there = pass(say({ en: `${model.name} is there`, zh: `${model.name} 存在` }));
    return together(say, [there, ...vectors(patient), ...patient.deep ? await tried(patient, model) : []]);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return missing(patient, error);
  }
};

function missing({ runtime, memory: { config }, say }: Patient, { code, told }: MemoryError): Finding {
  const [message, hint] = [say(told.message), told.hint && say(told.hint)];
  if (code === "CONFIG_INVALID") return fail(message, hint);
  const choice = chooseModel(runtime, config.embedding.model);
  const state = choice.kind === "folder" ? undefined : modelState(runtime, folderOfChoice(runtime, config, choice));
  if (state?.status === "damaged") {
    return fail(
      message,
      say({ en: "Run `memory model download --update`", zh: "请运行 `memory model download --update`" }),
    );
  }
  if (state === undefined) return warn(message, hint);
  if (state.status === "ready") return fail(message, hint);
  return warn(
    say({ en: `${choice.name} is not downloaded: search goes by word`, zh: `${choice.name} 尚未下载：按词搜索` }),
    say({ en: "Run `memory model download`", zh: "请运行 `memory model download`" }),
  );
}

/** How many vectors there are. They are made in the background, so that none yet is no fault. */
function vectors({ views, say }: Patient): Finding[] {
  return views.flatMap(({ store, vectors: { models } }) => {
    const told = models.map(({ model, records }) =>
      say({ en: `${records} by ${model}`, zh: `${model} ${records} 条` })
    );
    if (told.length === 0) return [];
    const layer = store.layer;
    return [pass(say({
      en: `vectors of the ${layer} layer: ${told.join(", ")}`,
      zh: `${LAYER_NAMES[layer].zh}层向量：${told.join("，")}`,
    }))];
  });
}

/** Tries what search by meaning needs: the model's files, a session of it, and sqlite-vec. */
async function tried({ runtime, memory: { config }, views, say }: Patient, model: InstalledModel): Promise<Finding[]> {
  const choice = chooseModel(runtime, config.embedding.model);
  const state = choice.kind === "folder" ? undefined : modelState(runtime, folderOfChoice(runtime, config, choice));
  const problems = state?.status === "ready" ? verifyFiles(runtime, state.folder, state.manifest) : [];
  if (problems.length > 0) {
    return [fail(
      say(joined(problems)),
      say({ en: "Run `memory model download --update`", zh: "请运行 `memory model download --update`" }),
    )];
  }
  try {
    const { loadEmbedder } = await import("../embedding/mod.ts");
    const embedder = await loadEmbedder(runtime, model);
    embedder.close();
    for (const { store, vectors } of views) if (vectors.state === "open") openVectors(store).close();
    return [pass(say({ en: "its files are as downloaded, and it runs", zh: "文件与下载时一致，可以运行" }))];
  } catch (error) {
    const { message, hint } = asMemoryError(error).told;
    return [fail(say(message), hint && say(hint))];
  }
}
