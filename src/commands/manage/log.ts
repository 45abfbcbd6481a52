import { sessionNamed } from "../../capture/gate.ts";
import { integer, name, withDefault } from "../../cli/args.ts";
import { defineCommand, nothing, ok } from "../../cli/command.ts";
import { counted, dotted, fit, roomBeside, type Style } from "../../cli/terminal.ts";
import { byCode } from "../../lists.ts";
import { type LoggedRetrieval, readRetrievals } from "../../recall/retrieval_log.ts";
import { briefId } from "../../records/ids.ts";
import type { Sentence } from "../../sentence.ts";
import { sessionsLike } from "../../store/sessions.ts";
import { onlySession, said } from "../words.ts";

export const manageLog = defineCommand({
  args: { session: name, days: integer(1, 365), limit: withDefault(integer(1, 10_000), 20) },
  run({ memory, stores, args }) {
    const { days, limit } = args;
    const named = sessionNamed(memory, args.session);
    const all = stores.flatMap((store) => readRetrievals(store, days));
    const isMeant = named === undefined ? () => true : meantIn(all, named);
    const found = all.filter(isMeant)
      .sort((a, b) => byCode(b.timestamp, a.timestamp));
    const data = { total: found.length, retrievals: found.slice(0, limit) };
    const isNarrowed = named !== undefined || days !== undefined;
    return found.length === 0 ? nothing(data, logText, isNarrowed) : ok(data, logText, isNarrowed);
  },
});

/** Whether a line is of the session with this id, or where there is none, of one whose id begins or ends so. */
function meantIn(all: readonly LoggedRetrieval[], word: string): (retrieval: LoggedRetrieval) => boolean {
  const ids = all.map(({ session }) => session);
  const meant = ids.includes(word) ? word : onlySession(word, sessionsLike(word, ids));
  return ({ session }) => session === meant;
}

function logText(
  { retrievals }: { retrievals: readonly LoggedRetrieval[] },
  style: Style,
  isNarrowed: boolean,
): string {
  const none = isNarrowed ? said("no_lookup_matches") : { en: "Nothing was looked up yet\n", zh: "还没有检索过\n" };
  return retrievals.map((retrieval) => line(retrieval, style)).join("") || style.say(none);
}

const TRIGGERS: Readonly<Record<LoggedRetrieval["trigger"], Sentence>> = {
  start: { en: "start", zh: "会话开始" },
  prompt: { en: "prompt", zh: "提示词" },
  command: { en: "command", zh: "命令" },
  tool: { en: "tool", zh: "工具调用" },
  subagent: { en: "subagent", zh: "子 agent" },
};

const SILENCES: Readonly<Record<NonNullable<LoggedRetrieval["silent"]>, Sentence>> = {
  "nothing found": { en: "nothing found", zh: "没有查到" },
  "below min_relevance": { en: "too little speaks for any record", zh: "没有足够相关的记录" },
  "too old": { en: "too old: beyond search_scope_days", zh: "太旧：超出 search_scope_days" },
  "already given": { en: "the session knows it already", zh: "本次会话已知道" },
  "index unfinished": { en: "the index was not finished in time", zh: "索引还没建完" },
  "no room": { en: "no room: beyond prompt_tokens", zh: "放不下：超出 prompt_tokens" },
  "held back": { en: "held back", zh: "多次给出无人用，暂不再给" },
};

/** The sentence for a word of the log. A later version may have written words that this one does not know. */
function known(word: string, words: Readonly<Record<string, Sentence>>, style: Style): string {
  const sentence = Object.hasOwn(words, word) ? words[word] : undefined;
  return sentence ? style.say(sentence) : word;
}

/** Whether a word is only found where another one begins before it and overlaps it: “什么是” in “为什么是”. */
function isWithin(word: string, words: readonly string[], query = ""): boolean {
  const at = query.indexOf(word);
  return words.some((other) => {
    const before = query.indexOf(other);
    return before !== -1 && before < at && at < before + other.length;
  });
}

function line(retrieval: LoggedRetrieval, style: Style): string {
  const { timestamp, trigger, query, signals = [], candidates, chosen, tokens, ms, silent, held_back = [] } = retrieval;
  const colon = style.say({ en: ": ", zh: "：" });
  const comma = style.say({ en: ", ", zh: "，" });
  const called = known(trigger, TRIGGERS, style);
  const came = chosen.length > 0
    ? style.green(`${chosen.map(briefId).join(comma)} (${tokens} tokens)`)
    : known(silent ?? "", SILENCES, style) || style.say({ en: "nothing", zh: "无" });
  const spoken = signals.filter((word) => !isWithin(word, signals, query)).join(comma);
  const why = dotted([
    spoken && style.say({ en: `because you said: ${spoken}`, zh: `因为你说到：${spoken}` }),
    candidates > 0 && style.say({ en: `${counted(candidates, "record")} compared`, zh: `比对了 ${candidates} 条记录` }),
    held_back.length > 0 && style.say(said("held_back", { comma: held_back.map(briefId).join(comma) })),
    `${ms} ms`,
  ]);
  const at = `${style.clock(timestamp)}  `;
  const what = fit(query === undefined ? called : called + colon + query, roomBeside(at.length, style.columns));
  return `${at}${what}\n  ${came} ${style.dim(`· ${why}`)}\n`;
}
