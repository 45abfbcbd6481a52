/** SHA-256, from whatever the runtime has at hand. */

interface Hash {
  update(part: string | Uint8Array): unknown;
  digest(): Uint8Array;
  digest(encoding: "hex"): string;
}

/** Built into the runtime of the compiled binary; others take Node's. */
const { Bun: builtIn } = globalThis as {
  readonly Bun?: {
    readonly CryptoHasher: new (algorithm: "sha256") => Hash;
  };
};

/**
 * SHA-256 of texts and bytes, one after the other. `node:crypto` takes 2 ms to load, a quarter of a silent hook's time.
 */
export function sha256(parts: Iterable<string | Uint8Array>): Uint8Array {
  return hashOf(parts).digest();
}

/** The same in 64 hexadecimal digits. */
export function sha256Hex(parts: Iterable<string | Uint8Array>): string {
  return hashOf(parts).digest("hex");
}

function hashOf(parts: Iterable<string | Uint8Array>): Hash {
  const hash: Hash = builtIn
    ? new builtIn.CryptoHasher("sha256")
    : process.getBuiltinModule("node:crypto").createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash;
}
