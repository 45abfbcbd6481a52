/** What a hook gave, noted in the session's state. */
import type { Delivery } from "../agents/delivery.ts";
import { fingerprint } from "../fingerprint.ts";
import { remember } from "../recall/ledger.ts";
import type { Context, StartMaterial } from "../recall/start.ts";
import { updateSessionState } from "../store/session_state.ts";
import type { Scene } from "./scene.ts";
import type { StartContext } from "./start_context.ts";

/** Notes a start context. */
export function noteStart({ runtime, store, event }: Scene, start: StartContext): void {
  const { context, frame, inRuleFile, expected, material } = start;
  const injection = {
    at: runtime.now().toISOString(),
    event: event.name,
    channel: inRuleFile ? "rule_file" as const : "hook" as const,
    frame,
    ids: context.ids,
    tokens: context.tokens,
    // Nobody has yet seen an always-applied rule that was not delivered.
    expected: inRuleFile ? "yes" as const : expected,
  };
  updateSessionState(store, event.session, (state) => ({
    ...remember(state, injection),
    restore_due: false,
    core_digest: coreDigest(material),
  }));
}

/** Notes what a prompt was given. */
export function notePrompt(
  { runtime, store, event }: Scene,
  context: Context,
  frame: string,
  expected: Delivery,
): void {
  const { ids, tokens } = context;
  const injection = {
    at: runtime.now().toISOString(),
    event: event.name,
    channel: "hook" as const,
    frame,
    ids,
    tokens,
    expected,
  };
  updateSessionState(store, event.session, (state) => remember(state, injection));
}

/** By which a resumed session's core memory is known to be the one that it was given. */
export function coreDigest({ core }: StartMaterial): string {
  return fingerprint(core.join("\0"));
}
