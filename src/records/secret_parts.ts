/** Pieces of a text that hold secrets, found before (redact.ts), and the text without them. */

/** Such a piece, and what stands for it. */
export type SecretPart = readonly [part: string, instead: string];

/** A text in which those pieces are gone. */
export function withoutParts(text: string, parts: readonly SecretPart[]): string {
  return parts.reduce((said, [part, instead]) => said.replaceAll(part, instead), text);
}
