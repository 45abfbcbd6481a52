/** What a hook gave, noted in the session's state. */
import { fingerprint } from "../fingerprint.ts";
import { remember } from "../recall/ledger.ts";
import type { StartMaterial } from "../recall/start.ts";
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

/** By which a resumed session's core memory is known to be the one that it was given. */
export function coreDigest({ core }: StartMaterial): string {
  return fingerprint(core.join("\0"));
}
