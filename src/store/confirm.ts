/**
 * The second confirmation of what can't be taken back (management seed §5, L4). The token itself says when a preview
 * was given, and of what, so that a preview writes nothing.
 *
 * @module
 */
import type { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { sha256Hex } from "../hash.ts";
import { usedTokens } from "./audit.ts";
import type { Store } from "./mod.ts";
import { failure } from "./words.ts";

/** Long enough to read a list and answer, too short to forget what it was about. */
const TOKEN_LIVES_MS = 5 * 60_000;
/** The seed's cooling-off time: who answers sooner has not read the list. */
const TOKEN_RESTS_MS = 3_000;

const TOKEN = /^([0-9a-z]{8,9})-([0-9a-f]{16})$/;

/** What the audit log keeps of a confirmation. */
export interface Confirmed {
  readonly confirmed?: string;
}

/** What a preview ends with, where the change needs a token. */
export interface Sealed {
  readonly confirm_token?: string;
}

/** A change that is shown first, and made once it is confirmed. */
export interface Confirmable<S, D> {
  /** What `--confirm` says: nothing, that it shall be done, or the token of what was shown. */
  readonly confirm: boolean | string;
  /** What is shown, of what can't be taken back or is everything: then only a token confirms it, bound to this. */
  readonly shown: (() => readonly string[]) | undefined;
  /** Those whose audit log knows the tokens that were used. */
  readonly stores?: readonly Store[];
  readonly show: (sealed: Sealed) => S;
  /** Calls `stillShown` once it holds the lock: somebody may have written since. That throws as `checkToken`. */
  readonly act: (confirmed: Confirmed, stillShown: () => void) => D;
}

/** Shows a change or makes it, as `--confirm` says. Throws as `checkToken`. */
export function shownOrDone<S, D>(
  runtime: Runtime,
  { confirm, shown, stores = [], show, act }: Confirmable<S, D>,
): S | D {
  if (!shown) return confirm === false ? show({}) : act({}, () => {});
  if (typeof confirm !== "string") return show({ confirm_token: issueToken(runtime, shown()) });
  const stillShown = () => checkToken(runtime, confirm, shown(), usedTokens(stores));
  stillShown();
  return act({ confirmed: confirm }, stillShown);
}

/** A token for exactly what `preview` describes, from now on. */
export function issueToken(runtime: Runtime, preview: readonly string[]): string {
  return tokenOf(runtime.now().getTime(), preview);
}

/**
 * Passes when the token was given for the same preview, neither just now nor too long ago, and was not used before:
 * an undo makes everything look as it did when it was given.
 *
 * @param used the tokens that were used already
 * @throws CONFIRM_TOO_EARLY within 3 s (the token stays valid), CONFIRM_EXPIRED after 5 min or when what would happen
 * is no longer what was shown
 */
export function checkToken(
  runtime: Runtime,
  token: string,
  preview: readonly string[],
  used: ReadonlySet<string> = new Set(),
): void {
  const given = TOKEN.exec(token)?.[1];
  const issued = given === undefined ? NaN : parseInt(given, 36);
  const age = runtime.now().getTime() - issued;
  if (Number.isNaN(issued) || age < -TOKEN_RESTS_MS || age > TOKEN_LIVES_MS) {
    throw failure("token_not_valid", { token });
  }
  if (used.has(token)) throw failure("token_used", { token });
  if (token !== tokenOf(issued, preview)) throw notAsShown();
  if (age < TOKEN_RESTS_MS) {
    const wait = Math.ceil((TOKEN_RESTS_MS - age) / 1000);
    throw failure("confirmed_too_early", { wait });
  }
}

/** The failure when what would happen has changed since it was shown. */
export function notAsShown(): MemoryError {
  return failure("not_as_shown");
}

function tokenOf(issued: number, preview: readonly string[]): string {
  const digest = sha256Hex([`${issued}\0`, preview.join("\0")]);
  return `${issued.toString(36)}-${digest.slice(0, 16)}`;
}
