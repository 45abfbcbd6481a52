/**
 * In: the bytes of a safetensors file. Out: its tensors by name, as 32-bit floats.
 * Not done here: other number types than F32; the one model measured here has no others.
 */

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** Reads a tensor by name; throws when it is missing or no F32. */
export function openSafetensors(bytes: Uint8Array): (name: string) => Float32Array {
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
