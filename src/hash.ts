/** SHA-256, git's hashes, and a faster hash for keys that nobody attacks. */

interface Hash {
  update(part: string | Uint8Array): unknown;
  digest(): Uint8Array;
  digest(encoding: "hex"): string;
}

/**
 * Built into the runtime of the compiled binary; `node:crypto` takes 2 ms to load, a quarter of a silent hook's time.
 */
const { Bun: builtIn } = globalThis as { readonly Bun?: { readonly CryptoHasher: new (algorithm: Algorithm) => Hash } };

/** Git names its objects by either. */
type Algorithm = "sha256" | "sha1";

/** SHA-256 of texts and bytes, one after the other. */
export function sha256(parts: Iterable<string | Uint8Array>): Uint8Array {
  return hashOf("sha256", parts).digest();
}

/** As `sha256`, in 64 hexadecimal digits. */
export function sha256Hex(parts: Iterable<string | Uint8Array>): string {
  return hashOf("sha256", parts).digest("hex");
}

/** A hash of texts and bytes, one after the other. */
export function hashOf(algorithm: Algorithm, parts: Iterable<string | Uint8Array>): Hash {
  const hash: Hash = builtIn
    ? new builtIn.CryptoHasher(algorithm)
    : process.getBuiltinModule("node:crypto").createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash;
}

/**
 * A 53-bit hash of a text (cyrb53), for keys that nobody attacks. It is enough there, and loads no library in a hook.
 *
 * @returns 14 hexadecimal digits
 */
export function fingerprint(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(16).padStart(14, "0");
}
