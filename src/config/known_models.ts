/**
 * The models that a project's own settings may name: those whose files we know. `embedding/models.ts` says how each is
 * used.
 */
export const KNOWN_MODEL_IDS = [
  "BAAI/bge-small-zh-v1.5",
  "intfloat/multilingual-e5-small",
  "google/embeddinggemma-300m",
  "Qwen/Qwen3-Embedding-0.6B",
] as const;

/** Whether `embedding.model` names one of them, in whatever case and precision. */
export function isKnownModel(name: unknown): boolean {
  const id = typeof name === "string" ? name.toLowerCase().replace(/@(?:q8|fp32)$/, "") : undefined;
  return KNOWN_MODEL_IDS.some((known) => known.toLowerCase() === id);
}
