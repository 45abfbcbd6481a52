/**
 * In: text that is about to be kept. Out: the text without secrets (secrets/), and the kinds that were taken out. A
 * secret becomes `[redacted:kind]`; text in `<private>…</private>` is removed without a trace.
 *
 * Hot path: a prompt that holds no long word and no word like "password" costs a few microseconds.
 */
import { fingerprint } from "../hash.ts";
import { remembered } from "../remembered.ts";
import { REDACTED } from "../text/patterns.ts";
import type { Found } from "./secrets/look.ts";
import { type SecretPart, withoutParts } from "./mod.ts";
import { withoutPrivate } from "./private.ts";
import { issuedTokens } from "./secrets/issued.ts";
import { isBroken, joined, placesIn, type Seen, visible } from "./secrets/seen.ts";
import { shapesIn } from "./secrets/shapes.ts";
import { statedSecrets } from "./secrets/stated.ts";

export interface Redaction {
  readonly text: string;
  /** The kinds of secrets that were taken out, each once. */
  readonly kinds: readonly string[];
}

export interface RedactOptions {
  /** Whether secrets are taken out besides private text: `privacy.redact`. */
  readonly secrets?: boolean;
}

/** Takes out `<private>` text and, unless `secrets` is false, everything that looks like a credential. */
export function redact(text: string, { secrets = true }: RedactOptions = {}): Redaction {
  // Half a surrogate pair makes an answer that holds it unreadable for clients written in Rust.
  const open = withoutPrivate(text.toWellFormed());
  if (!secrets) return { text: open, kinds: [] };
  const kinds = new Set<string>();
  const values = new Map<string, string>();
  let kept = open;
  /** Takes tokens and shapes out of the text as `view` shows it, and gives the function that takes out more of it. */
  const searched = (view: (text: string) => Seen) => {
    let seen = view(kept);
    const takeOut = (find: (text: string) => readonly Found[]) => {
      const all = find(seen.text);
      const found = all.length > 0 ? outsideMarks(kept, placesIn(seen, all)) : [];
      if (found.length === 0) return;
      for (const { start, end, kind } of found) {
        kinds.add(kind);
        if (end - start >= SHORTEST_REPEATED) values.set(kept.slice(start, end), kind);
      }
      kept = without(kept, found);
      seen = view(kept);
    };
    takeOut(issuedTokens);
    for (const shape of shapesIn(seen.text)) takeOut(shape);
    return takeOut;
  };
  // First what is in pieces, since a piece may look like a whole token.
  if (isBroken(open)) searched(joined);
  searched(visible)((text) => statedSecrets(text, text.toLowerCase()));
  for (const [value, kind] of values) if (/\d/.test(value)) kept = kept.replaceAll(value, `[redacted:${kind}]`);
  return { text: kept, kinds: [...kinds] };
}

/** An id without secrets. A fingerprint takes the secret's place, so that the same id stays the same, and no other. */
export function redactId(id: string, options: RedactOptions = {}): string {
  if (UUID.test(id)) return id;
  const { text, kinds } = redact(id, options);
  return kinds.length === 0 && text === id ? id : `${text}-${fingerprint(id)}`;
}

/** The pieces of a path that hold secrets: usually one folder; of a URL the whole. */
export function secretParts(path: string, options: RedactOptions = {}): SecretPart[] {
  const parts = path.split(/[/\\]/).flatMap((part): SecretPart[] => {
    const instead = part.length < SHORTEST_STATED ? part : redactId(part, options);
    return instead === part ? [] : [[part, instead]];
  });
  const rest = withoutParts(path, parts);
  return redact(rest, options).kinds.length === 0 ? parts : [[path, redactId(path, options)]];
}

/** A path without secrets, for records; the same path always gives the same text. */
export function redactPath(path: string, options: RedactOptions = {}): string {
  return withoutParts(path, secretParts(path, options));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A JSON value with its texts and names of fields without secrets; ids stay different from each other. */
export function redactAll<Value>(value: Value, options: RedactOptions, found: Set<string>, field = ""): Value {
  if (typeof value === "string") {
    if (value.length < SHORTEST_STATED || ISO_TIME.test(value)) return value.toWellFormed() as Value & string;
    const { text, kinds } = redactValue(field, value, options);
    for (const kind of kinds) found.add(kind);
    return (text !== value && ID_FIELD.test(field) ? redactId(value, options) : text) as Value;
  }
  // A long number that keeps its digits is an object without a prototype (json.ts).
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactAll(item, options, found, field)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      options.secrets === false ? redactId(name, options) : fieldKept(name),
      redactAll(item, options, found, name),
    ]),
  ) as Value;
}

/** A text whose field may say that it is a secret: `"api_key": "…"`. */
function redactValue(field: string, value: string, options: RedactOptions): Redaction {
  const plain = redact(value, options);
  if (plain.kinds.length > 0 || options.secrets === false || !statesSecret(field)) return plain;
  const head = `${field}: `;
  const { text, kinds } = redact(head + value, options);
  return text.startsWith(head) ? { text: text.slice(head.length), kinds } : plain;
}

/**
 * Whether the name of a field says that its value is a secret. In a backup names are ids, with six digits, and say
 * nothing.
 */
const statesSecret = remembered(
  (field: string) => !/\d{6}/.test(field) && redact(`${field}: Pool7Wharf3`).kinds.length > 0,
  1000,
);

/** Cached, since records share the names of their fields: without it an import would take twice as long. */
const fieldKept = remembered((name: string) => redactId(name), 1000);

/** Shorter texts hold no secret: a name and four digits take as much, 密码4821. */
const SHORTEST_STATED = 6;
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;
const ID_FIELD = /^(?:id|ids|.*_ids?|session|supersedes|superseded_by|merged_from)$/;

/** A secret that was found is taken out everywhere in the text, unless it is shorter: then it may be a common word. */
const SHORTEST_REPEATED = 8;

/** The found secrets that do not overlap with a `[redacted:kind]` of this call or an earlier one. */
function outsideMarks(text: string, found: readonly Found[]): readonly Found[] {
  if (!text.includes("[redacted:")) return found;
  const marks = [...text.matchAll(REDACTED)].map(({ 0: mark, index }) => [index, index + mark.length] as const);
  return found.filter(({ start, end }) => !marks.some(([from, to]) => start < to && end > from));
}

function without(text: string, found: readonly Found[]): string {
  let kept = "";
  let from = 0;
  for (const { start, end, kind } of found) {
    kept += `${text.slice(from, start)}[redacted:${kind}]`;
    from = end;
  }
  return kept + text.slice(from);
}
