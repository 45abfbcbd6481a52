/**
 * In: text that is about to be kept. Out: the text without secrets, and which kinds were taken out.
 * A secret becomes `[redacted:kind]`; text in `<private>…</private>` goes without a trace.
 * Not done here: what a secret is (secrets/).
 *
 * Hot path: a prompt that holds no long word and no word like "password" costs a few microseconds.
 *
 * @module
 */
import type { Found } from "./secrets/found.ts";
import { issuedTokens } from "./secrets/issued.ts";
import { withoutShapes } from "./secrets/shapes.ts";
import { statedSecrets } from "./secrets/stated.ts";

/** A text that may be kept. */
export interface Redaction {
  readonly text: string;
  /** Kinds found, each once. */
  readonly kinds: readonly string[];
}

const PRIVATE = "<private>";

/** Of parts within each other the outermost counts; one without an end reaches to the end. */
function withoutPrivate(text: string): string {
  let kept = "";
  let from = 0;
  let depth = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(/<(\/?)private>/gi)) {
    if (slash === "") {
      if (depth === 0) kept += text.slice(from, index);
      depth++;
    } else if (depth > 0) {
      depth--;
      from = index + tag.length;
    }
  }
  return depth > 0 ? kept : kept + text.slice(from);
}

/** Takes out `<private>` text and, unless `secrets` is false (`privacy.redact`), whatever looks like a credential. */
export function redact(text: string, { secrets = true }: { secrets?: boolean } = {}): Redaction {
  const isPartlyPrivate = text.toLowerCase().includes(PRIVATE);
  const open = isPartlyPrivate ? withoutPrivate(text).replace(/[ \t]{2,}/g, " ").trim() : text;
  if (!secrets) return { text: open, kinds: [] };
  const kinds = new Set<string>();
  const takeOut = (whole: string, found: readonly Found[]) => {
    let kept = "";
    let from = 0;
    for (const { start, end, kind } of found) {
      kinds.add(kind);
      kept += `${whole.slice(from, start)}[redacted:${kind}]`;
      from = end;
    }
    return kept + whole.slice(from);
  };
  const withoutTokens = takeOut(open, issuedTokens(open));
  const withoutShaped = withoutShapes(withoutTokens, takeOut);
  const result = takeOut(withoutShaped, statedSecrets(withoutShaped, withoutShaped.toLowerCase()));
  return { text: result, kinds: [...kinds] };
}
