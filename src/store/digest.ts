/** Digests by which undo sees whether somebody changed a file, or the lines of a record, since a write. */
import { fingerprint } from "../fingerprint.ts";
import { sha256Hex } from "../sha256.ts";

/** The digest of a file; empty for one that is not there. */
export function fileDigest(content: Uint8Array | undefined): string {
  return content ? sha256Hex([content]).slice(0, 16) : "";
}

/** The digest of a record's lines; empty for none. */
export function linesDigest(text: string): string {
  return text === "" ? "" : fingerprint(text);
}
