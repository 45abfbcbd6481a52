/** Turns a model's output into unit vectors. */

/** Which tokens a vector is made of: `cls` the first, `last` the last, `mean` all; `none` when the model has pooled. */
export type Pooling = "cls" | "mean" | "last" | "none";

interface Hidden {
  readonly data: Float32Array;
  /** [texts, tokens, size], or [texts, size] when the model has pooled. */
  readonly dims: readonly number[];
}

/** One unit vector per text, of `lengths` tokens; beyond them a row is padding. */
export function pool({ data, dims }: Hidden, lengths: readonly number[], pooling: Pooling): Float32Array[] {
  const size = dims.at(-1) ?? 0;
  const rowTokens = dims.length === 3 ? dims[1] ?? 0 : 1;
  return lengths.map((length, row) => {
    const start = row * rowTokens * size;
    if (dims.length < 3 || pooling === "cls" || pooling === "none") return unit(data.slice(start, start + size));
    const last = start + (length - 1) * size;
    if (pooling === "last") return unit(data.slice(last, last + size));
    const sum = new Float32Array(size);
    for (let offset = start; offset <= last; offset += size) {
      for (let at = 0; at < size; at++) sum[at] = (sum[at] ?? 0) + (data[offset + at] ?? 0);
    }
    return unit(sum);
  });
}

/** The vector scaled to length 1, in place; a zero vector stays zero. */
export function unit(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const factor = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * factor;
  return vector;
}
