/**
 * The Monday of the README and the morning after it, in either language: what the person says, what Cursor tells its
 * hooks, what the agent saves; and the words of the demonstration.
 *
 * The hook payloads have the fields that Cursor sends, with contents of our own.
 */
import type { Language } from "../../src/sentence.ts";

/** One thing that happens. */
export type Step =
  | { readonly at: string; readonly hook: string; readonly fields?: Readonly<Record<string, unknown>> }
  | { readonly at: string; readonly says: string }
  | { readonly at: string; readonly agent: readonly string[] };

/** A conversation from its start to its end. */
export interface Session {
  readonly title: string;
  readonly id: string;
  readonly steps: readonly Step[];
}

/** The two days, what is searched for at the end, and what the demonstration says between. */
export interface Story {
  readonly sessions: readonly Session[];
  readonly searches: readonly string[];
  readonly words: Words;
}

interface Words {
  readonly compiling: string;
  readonly compiled: (seconds: string, megabytes: number) => string;
  readonly init: string;
  readonly person: string;
  readonly saves: (kind: string, status: string) => string;
  readonly told: string;
  readonly given: string;
  readonly asked: string;
  readonly known: string;
  readonly sees: string;
  readonly method: (method: string) => string;
  readonly where: string;
  readonly files: (folder: string, sessions: number) => string;
}

/** What the two languages tell differently of the same day. */
interface Told {
  readonly monday: string;
  readonly tuesday: string;
  readonly rule: string;
  readonly saved: string;
  readonly problem: string;
  readonly cause: string;
  readonly names: string;
  readonly goodbye: string;
  readonly topic: string;
  readonly summary: string;
  readonly todo: string;
  readonly question: string;
  readonly searches: readonly string[];
  readonly words: Words;
}

const TOLD: Readonly<Record<Language, Told>> = {
  en: {
    monday: "Monday",
    tuesday: "Tuesday, a new session",
    rule: "Remember: we deploy on Tuesdays only.",
    saved: "We deploy on Tuesdays only",
    problem: "Checkout times out under load. Could the session cache be the reason? Find it and fix it.",
    cause: "Checkout timed out because the Postgres pool had 10 connections for 64 workers; the pool is 40 now",
    names: "checkout,Postgres",
    goodbye: "That is all for today, thanks. Bye.",
    topic: "Checkout timeouts",
    summary: "Checkout hung under load for want of database connections, not because of the session cache; " +
      "the pool went from 10 to 40 and the load test passes.",
    todo: "Alert when the pool is 80 % in use",
    question: "When do we deploy?",
    searches: ["when do we deploy", "why did checkout time out"],
    words: {
      compiling: "One program",
      compiled: (seconds, megabytes) => `compiled in ${seconds} s, ${megabytes} MB, nothing else to install`,
      init: "memory init, in a sample project",
      person: "you",
      saves: (kind, status) => `agent saves a ${kind}: ${status}`,
      told: "the agent is told how to save and look up; there is nothing to remember yet",
      given: "the agent is given:",
      asked: "the agent is asked:",
      known: "nothing more is given: it was there before the first word",
      sees: "you see:",
      method: (method) => method === "fts" ? "found by words; with the model, by meaning too" : `found by ${method}`,
      where: "Where it all is",
      files: (folder, sessions) => `plain files in ${folder}; ${sessions} session summary:`,
    },
  },
  zh: {
    monday: "周一",
    tuesday: "周二，新的会话",
    rule: "记住：我们只在周二部署。",
    saved: "我们只在周二部署",
    problem: "高负载时结账超时，会不会是会话缓存的问题？找出原因并修好。",
    cause: "结账超时是因为 Postgres 连接池只有 10 个连接，却有 64 个 worker；现在连接池是 40",
    names: "结账,checkout,Postgres",
    goodbye: "今天就到这里，谢谢，再见。",
    topic: "结账超时",
    summary: "高负载时结账卡住，是数据库连接不够，不是会话缓存的问题；连接池从 10 改成 40，压测通过。",
    todo: "连接池用到 80 % 时告警",
    question: "我们什么时候部署？",
    searches: ["什么时候部署", "结账为什么超时"],
    words: {
      compiling: "一个程序",
      compiled: (seconds, megabytes) => `编译用了 ${seconds} 秒，${megabytes} MB，不用再装别的`,
      init: "在示例项目里运行 memory init",
      person: "你",
      saves: (kind, status) => `agent 保存（${kind}）：${status}`,
      told: "agent 得知怎样保存和查找；目前还没有记忆",
      given: "agent 拿到：",
      asked: "agent 被请求：",
      known: "不再给别的：开口之前就已经给了",
      sees: "你会看到：",
      method: (method) => method === "fts" ? "按词找到；有模型时还会按语义" : `按 ${method} 找到`,
      where: "都放在哪里",
      files: (folder, sessions) => `纯文本，在 ${folder}；${sessions} 份会话总结：`,
    },
  },
};

const DONE = { status: "completed", loop_count: 0, input_tokens: 48210, output_tokens: 2150 };
const WINDOW_CLOSED = { reason: "window_close", duration_ms: 10_260_000, final_status: "none" };

/** The story in a language. */
export function storyIn(lang: Language): Story {
  const told = TOLD[lang];
  const monday: readonly Step[] = [
    { at: "09:05", hook: "sessionStart" },
    { at: "09:06", says: told.rule },
    { at: "09:06", agent: ["fact", "--type=O", `--content=${told.saved}`] },
    { at: "09:10", says: told.problem },
    { at: "10:52", agent: ["fact", "--type=W", `--entities=${told.names}`, `--content=${told.cause}`] },
    { at: "11:55", says: told.goodbye },
    { at: "11:56", hook: "stop", fields: DONE },
    {
      at: "11:56",
      agent: [
        "summary",
        "--source=stop",
        `--topic=${told.topic}`,
        `--summary=${told.summary}`,
        `--todo=${told.todo}`,
      ],
    },
    { at: "11:57", hook: "stop", fields: { ...DONE, loop_count: 1 } },
    { at: "11:57", hook: "sessionEnd", fields: WINDOW_CLOSED },
  ];
  const tuesday: readonly Step[] = [
    { at: "09:01", hook: "sessionStart" },
    { at: "09:02", says: told.question },
  ];
  return {
    sessions: [
      { title: told.monday, id: "5b0c8f0e-7f5e-4a52-9a34-2f6d8a1c0e11", steps: monday },
      { title: told.tuesday, id: "e8f3b6a0-91d7-4c0e-b1b5-7d2f5c3a7733", steps: tuesday },
    ],
    searches: told.searches,
    words: told.words,
  };
}
