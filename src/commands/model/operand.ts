/** The model that a verb of `memory model` is about. */
import { text } from "../../cli/args.ts";

/** Its name: one of the list, a repository or a folder. */
export const MODEL_OPERAND = {
  model: text({ en: "Which model; the configured one without", zh: "哪个模型；不写则为设置中的模型" }, "MODEL"),
};
