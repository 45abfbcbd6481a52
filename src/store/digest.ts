/** By what a file or the lines of a record are recognised later: whether somebody changed them since a write. */
import { fingerprint } from "../fingerprint.ts";
import { sha256 } from "../runtime.ts";

/** What a file is recognised by; empty for one that is not there. */
export function fileDigest(content: Uint8Array | undefined): string {
  return content ? Buffer.from(sha256(content)).toString("hex").slice(0, 16) : "";
}

/** What the lines of a record are recognised by; empty for none. */
export function linesDigest(text: string): string {
  return text === "" ? "" : fingerprint(text);
}
