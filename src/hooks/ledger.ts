/** Notes in the session's state what a hook gave. */
import { fingerprint } from "../hash.ts";
import { remember } from "../recall/ledger.ts";
import type { Context } from "../recall/frame.ts";
import type { StartMaterial } from "../recall/start.ts";
import type { Injection, SessionState } from "../store/session_state.ts";
import { noteState, type Scene } from "./scene.ts";
import type { StartContext } from "./start_context.ts";

/** Notes a start context: what the rule file holds and what the reply says, each once. */
export function noteStart(scene: Scene, start: StartContext): void {
  const { runtime, event } = scene;
  const { context, frame, inRuleFile, reply, expected, material } = start;
  const common = { at: runtime.now().toISOString(), event: event.name };
  const given: Injection[] = [];
  // No always-applied rule is known not to have been delivered.
  const rule = { channel: "rule_file", frame, ids: context.ids, tokens: context.tokens, expected: "yes" } as const;
  if (inRuleFile) given.push({ ...common, ...rule });
  if (reply && !(inRuleFile && reply.frame === frame)) {
    const { ids, tokens } = reply.context;
    given.push({ ...common, channel: "hook", frame: reply.frame, ids, tokens, expected });
  }
  noteState(scene, (state) => {
    // A resumed or compacted session already has the rule.
    const isKnown = (each: Injection) => (state.injections ?? []).some((known) => known.frame === each.frame);
    const fresh = given.filter((each) => !isKnown(each));
    const noted = fresh.reduce<Partial<SessionState>>(
      (so, each) => ({ ...so, ...remember({ ...state, ...so }, each) }),
      {
        given: [...new Set([...state.given ?? [], ...given.flatMap(({ ids }) => ids)])],
      },
    );
    return { ...noted, restore_due: false, start_due: undefined, core_digest: coreDigest(material) };
  });
}

/** Notes what a prompt was given. */
export function notePrompt(
  scene: Scene,
  { ids, tokens }: Context,
  how: Required<Pick<Injection, "frame" | "expected" | "reason" | "telling">>,
): void {
  const at = scene.runtime.now().toISOString();
  const injection = { at, event: scene.event.name, channel: "hook" as const, ids, tokens, ...how };
  noteState(scene, (state) => remember(state, injection));
}

/** Tells whether the core memory is still the one that a resumed session was given. */
export function coreDigest({ core }: StartMaterial): string {
  return fingerprint(core.map(({ text }) => text).join("\0"));
}
