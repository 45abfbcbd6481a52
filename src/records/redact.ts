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
import { shapesIn } from "./secrets/shapes.ts";
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
  const values = new Map<string, string>();
  let kept = open;
  let seen = halfWidth(open);
  const takeOut = (found: readonly Found[]) => {
    if (found.length === 0) return;
    for (const { start, end, kind } of found) {
      kinds.add(kind);
      if (end - start >= SHORTEST_REPEATED) values.set(kept.slice(start, end), kind);
    }
    kept = without(kept, found);
    seen = without(seen, found);
  };
  takeOut(issuedTokens(seen));
  for (const shape of shapesIn(seen)) takeOut(shape(seen));
  takeOut(statedSecrets(seen, seen.toLowerCase()));
  for (const [value, kind] of values) if (kept.includes(value)) kept = withoutRepeated(kept, value, kind);
  return { text: kept, kinds: [...kinds] };
}

/** What is told to be a secret in one place is none the less in another; a shorter one may be a common word. */
const SHORTEST_REPEATED = 8;

function without(text: string, found: readonly Found[]): string {
  let kept = "";
  let from = 0;
  for (const { start, end, kind } of found) {
    kept += `${text.slice(from, start)}[redacted:${kind}]`;
    from = end;
  }
  return kept + text.slice(from);
}

function withoutRepeated(text: string, value: string, kind: string): string {
  return /\d/.test(value) ? text.replaceAll(value, `[redacted:${kind}]`) : text;
}

/** Letters and digits of full width as those that they stand for, so that what follows need not know them. */
function halfWidth(text: string): string {
  if (!/[\uff10-\uff5a]/.test(text)) return text;
  return text.replace(
    /[\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a\uff0d]/g,
    (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0),
  );
}
