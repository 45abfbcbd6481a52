/** What was learnt from labelled prompts (scripts/train_prompts.ts), read where a prompt is judged by it. */
import { once } from "../remembered.ts";
import weights from "./learnt_weights.txt" with { type: "text" };
import { unpackWeights } from "./sentence_weights.ts";

/** The weights of wishes not to save, of what states something, of rules among that, and of prompts that
 * memory can help. */
export const learnt = once(() => unpackWeights(weights, ["wishes", "states", "rules", "calls"]));
