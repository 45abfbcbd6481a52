/**
 * The second confirmation of changes that can't be undone (management seed §5, L4). The token itself holds the time of
 * the preview and a digest of it, so that a preview writes nothing.
 */
import type { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { sha256Hex } from "../hash.ts";
import { readOperations } from "./audit.ts";
import type { Store } from "./mod.ts";
import { failure } from "./words.ts";

/** Long enough to read a list and answer, too short to forget what it was about. */
const TOKEN_LIVES_MS = 5 * 60_000;
/** The cooling-off time of the seed: nobody reads a list in less. */
const TOKEN_RESTS_MS = 3_000;

const TOKEN = /^([0-9a-z]{8,9})-([0-9a-f]{16})$/;

/** The token of a confirmed change, for the audit log. */
export interface Confirmed {
  readonly confirmed?: string;
}

/** The last field of a preview, where the change needs a token. */
export interface Sealed {
  readonly confirm_token?: string;
}

interface Confirmable<S, D> {
  /** The value of `--confirm`: absent, a bare yes, or the token of a preview. */
  readonly confirm: boolean | string;
  /** The text that the token is bound to; absent for a change that needs no token. */
  readonly shown?: (() => readonly string[]) | undefined;
  /** The stores whose audit logs know the used tokens. */
  readonly stores?: readonly Store[];
  readonly show: (sealed: Sealed) => S;
  /** Calls `stillShown` under the lock, since somebody may have written meanwhile. Throws as `checkToken` does. */
  readonly act: (confirmed: Confirmed, stillShown: () => void) => D;
}

/** Shows a change or makes it, as `--confirm` says. Throws as `checkToken`, INVALID_ARGUMENT for a needless token. */
export function shownOrDone<S, D>(
  runtime: Runtime,
  { confirm, shown, stores = [], show, act }: Confirmable<S, D>,
): S | D {
  if (!shown) {
    // A token here is a typing error, or belongs to another preview: what was shown may be something else.
    if (typeof confirm === "string") throw failure("token_not_needed", { token: confirm });
    return confirm ? act({}, () => {}) : show({});
  }
  if (typeof confirm !== "string") return show({ confirm_token: tokenOf(runtime.now().getTime(), shown()) });
  const stillShown = () => checkToken(runtime, confirm, shown(), stores);
  stillShown();
  return act({ confirmed: confirm }, stillShown);
}

/**
 * Accepts a token of the same preview, once: an undo brings back the state that it was given for. Throws
 * CONFIRM_TOO_EARLY within 3 s (the token stays valid), CONFIRM_EXPIRED after 5 min or for another preview.
 */
function checkToken(runtime: Runtime, token: string, preview: readonly string[], stores: readonly Store[]): void {
  const given = TOKEN.exec(token)?.[1];
  const issued = given === undefined ? NaN : parseInt(given, 36);
  const age = runtime.now().getTime() - issued;
  if (Number.isNaN(issued) || age < -TOKEN_RESTS_MS || age > TOKEN_LIVES_MS) {
    throw failure("token_not_valid", { token });
  }
  const isUsed = stores.flatMap((store) => readOperations(store)).some(({ confirmed }) => confirmed === token);
  if (isUsed) throw failure("token_used", { token });
  if (token !== tokenOf(issued, preview)) throw notAsShown();
  if (age < TOKEN_RESTS_MS) {
    const wait = Math.ceil((TOKEN_RESTS_MS - age) / 1000);
    throw failure("confirmed_too_early", { wait });
  }
}

/** The failure when the change would no longer be the one that was shown. */
export function notAsShown(): MemoryError {
  return failure("not_as_shown");
}

function tokenOf(issued: number, preview: readonly string[]): string {
  const digest = sha256Hex([`${issued}\0`, preview.join("\0")]);
  return `${issued.toString(36)}-${digest.slice(0, 16)}`;
}
