/** The model for search by meaning: there or not, and whether this system can run one at all. */
import { wantedModel } from "../embedding/choice.ts";
import { MemoryError } from "../errors.ts";
import { hasLibrary } from "../native.ts";
import { type Check, fail, pass, warn } from "./check.ts";

export const modelCache: Check = ({ runtime, memory, say }) => {
  const { config } = memory;
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
    const { name, identity } = wantedModel(runtime, config);
    return pass(say({ en: `${name} is there (${identity.revision})`, zh: `${name} 存在（${identity.revision}）` }));
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const { code, message, hint } = error;
    if (code === "CONFIG_INVALID" || /is damaged/.test(message)) return fail(message, hint);
    return warn(say({ en: `${message}: search goes by word`, zh: `${message}：按词搜索` }), hint);
  }
};
