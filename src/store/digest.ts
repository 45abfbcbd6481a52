/** By what a file or the lines of a record are recognised later: whether somebody changed them since a write. */
import { fingerprint } from "../fingerprint.ts";
import { sha256Hex } from "../sha256.ts";

/** What a file is recognised by; empty for one that is not there. */
export function fileDigest(content: Uint8Array | undefined): string {
  return content ? sha256Hex([content]).slice(0, 16) : "";
}

/** What the lines of a record are recognised by; empty for none. */
export function linesDigest(text: string): string {
  return text === "" ? "" : fingerprint(text);
}
