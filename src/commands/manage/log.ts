import { sessionNamed } from "../../capture/gate.ts";
import { integer, name, withDefault } from "../../cli/args.ts";
import { defineCommand, nothing, ok } from "../../cli/command.ts";
import { dotted, fit, roomBeside, type Style } from "../../cli/terminal.ts";
import { tried } from "../../errors.ts";
import { byCode } from "../../lists.ts";
import { type LoggedRetrieval, readRetrievals } from "../../recall/retrieval_log.ts";
import { briefId } from "../../records/ids.ts";
import { same, type Sentence } from "../../sentence.ts";
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
  return retrievals.map((retrieval) => line(retrieval, style)).join("") ||
    style.say(said(isNarrowed ? "no_lookup_matches" : "no_lookup_yet"));
}

/** The sentence for a word of the log. A later version may have written words that this one does not know. */
function known(row: string, word: string): Sentence {
  return tried(() => said(row.replaceAll(" ", "_"))) ?? same(word);
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
  const called = style.say(known(`trigger_${trigger}`, trigger));
  const came = chosen.length > 0
    ? style.green(`${chosen.map(briefId).join(comma)} (${tokens} tokens)`)
    : style.say(silent ? known(`silent_${silent}`, silent) : said("silent"));
  const spoken = signals.filter((word) => !isWithin(word, signals, query)).join(comma);
  const why = dotted([
    spoken && style.say(said("because_you_said", { spoken })),
    candidates > 0 && style.say(said("records_compared", { candidates })),
    held_back.length > 0 && style.say(said("held_back", { comma: held_back.map(briefId).join(comma) })),
    `${ms} ms`,
  ]);
  const at = `${style.clock(timestamp)}  `;
  const what = fit(query === undefined ? called : called + colon + query, roomBeside(at.length, style.columns));
  return `${at}${what}\n  ${came} ${style.dim(`· ${why}`)}\n`;
}
