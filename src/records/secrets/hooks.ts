/**
 * Addresses that let in whoever knows them, as data: a part that tells them, in lower case, and the pattern of what
 * stands between it and the secret.
 *
 * @module
 */
import { isName } from "./harmless.ts";
import type { Shape } from "./shape.ts";

const HOOKS: readonly (readonly [part: string, lead: string, kind?: string])[] = [
  ["hooks.slack.com/", "(?:services|workflows|triggers)/", "slack-webhook"],
  ["/api/webhooks/", "(?:\\d+/)?"],
  ["/bot/v2/hook/", ""],
  ["/trigger-webhook/", ""],
  ["webhook/send?key=", ""],
  ["/incomingwebhook/", ""],
  ["webhook.office.com/webhookb2/", ""],
  ["hooks.zapier.com/", "hooks/catch/"],
  [".make.com/", ""],
  ["hook.integromat.com/", ""],
  ["maker.ifttt.com/", "trigger/[\\w{}-]+/(?:json/)?with/key/"],
  ["webhook.site/", ""],
  ["/hooks/", ""],
  ["/hook/", ""],
  ["/webhook/", ""],
  ["/webhooks/", "(?:\\d+/)?"],
  ["/build_hooks/", ""],
  ["/deploy_hooks/", ""],
  ["/integrations/deploy/", "prj_\\w+/"],
  ["exchangerate-api.com/", "v6/"],
  ["infura.io/", "(?:ws/)?v3/"],
  ["alchemy.com/", "(?:nft/)?v[23]/"],
  ["alchemyapi.io/", "(?:nft/)?v[23]/"],
  [".quiknode.pro/", ""],
  ["rpc.ankr.com/", "(?:\\w+/)+?"],
  [".chainstack.com/", ""],
  ["getblock.io/", ""],
  ["blastapi.io/", ""],
  ["nodereal.io/", "v1/"],
  ["helius-rpc.com/", "\\?api-key="],
  ["blockpi.network/", "v1/rpc/"],
  ["api.telegram.org/", "(?:file/)?bot\\d+:"],
  ["sctapi.ftqq.com/", ""],
  ["sc.ftqq.com/", ""],
  [".push.ft07.com/", "send/"],
  ["api.day.app/", ""],
  ["qmsg.zendee.cn/", "j?send/"],
  ["api.chuckfang.com/", ""],
  ["tgram://", ""],
  ["discord://", ""],
  ["hc-ping.com/", ""],
  ["/ping/", ""],
  ["/heartbeat/", ""],
  ["/heartbeats/", ""],
  ["/api/push/", ""],
  ["events.pagerduty.com/", "integration/"],
  ["alert.victorops.com/", "integrations/generic/\\d+/alert/"],
  ["loggly.com/", "(?:inputs|bulk)/"],
  ["sumologic.com/", "receiver/v1/http/"],
  ["/private-", ""],
  ["discourse.group/", "invites/"],
  ["/invites/", ""],
  ["/invite/", ""],
  ["/link/", "(?=\\w{16})"],
  ["/subscribe/", "(?=\\w{16})"],
  ["/reset-password/", ""],
  ["/magic/", ""],
];

/** The last parts of an address that lets somebody in: not words, nor only a number. */
function isHookSecret(path: string): boolean {
  return path.length >= 6 && !isName(path) && (/[a-z]/i.test(path) || path.length >= 16);
}

function hookShape([part, lead, kind = "webhook"]: typeof HOOKS[number]): Shape {
  const pattern = String
    .raw`${part.replace(/[.?/]/g, "\\$&")}${lead}((?=[\w~@:/-]{0,80}\d)[\w~-]{4,200}(?:[/@:][\w-]{4,200}){0,5})`;
  return { kind, words: [], pattern: () => new RegExp(pattern, "gi"), looks: isHookSecret };
}

/** The rows of the addresses that a text may hold. */
export function hooksIn(text: string, lower: string): Shape[] {
  if (!text.includes("://")) return [];
  const paths = lower.match(/:\/\/[^\s"'<>]{12,200}/g)?.join("\n") ?? "";
  return HOOKS.filter(([part]) => paths.includes(part)).map(hookShape);
}
