/**
 * A working day in a small shop's repository: what the person says, what Cursor tells its hooks, what the agent saves.
 *
 * The hook payloads have the fields that Cursor sends, with contents of our own.
 *
 * @module
 */

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

const DONE = { status: "completed", loop_count: 0, input_tokens: 48210, output_tokens: 2150 };
const WINDOW_CLOSED = { reason: "window_close", duration_ms: 10_260_000, final_status: "none" };

export const DAY: readonly Session[] = [
  {
    title: "In the morning, in Chinese",
    id: "5b0c8f0e-7f5e-4a52-9a34-2f6d8a1c0e11",
    steps: [
      { at: "09:05", hook: "sessionStart" },
      { at: "09:06", says: "登录接口太慢了，给会话加一层缓存，用什么方案好？" },
      {
        at: "09:38",
        agent: [
          "fact",
          "--type=W",
          "--entities=Redis,Memcached",
          "--content=登录会话的缓存方案定为 Redis，键前缀 sess:，TTL 300 秒；不用 Memcached，因为需要按用户批量失效",
        ],
      },
      { at: "10:20", says: "记住：提交信息一律用英文祈使句，不要写 emoji。" },
      {
        at: "10:20",
        agent: ["fact", "--type=O", "--layer=global", "--content=用户要求：提交信息一律用英文祈使句，不写 emoji"],
      },
      { at: "11:55", says: "好，先到这里，压测下次再做。" },
      { at: "11:56", hook: "stop", fields: DONE },
      {
        at: "11:56",
        agent: [
          "summary",
          "--source=stop",
          "--topic=登录会话缓存",
          "--summary=给登录接口加了 Redis 会话缓存，登录的 p99 从 480 ms 降到 35 ms；缓存失效走消息队列，还没有压测。",
          "--decision=会话缓存用 Redis，TTL 300 秒",
          "--todo=压测缓存击穿",
        ],
      },
      { at: "11:57", hook: "stop", fields: { ...DONE, loop_count: 1 } },
      { at: "11:57", hook: "sessionEnd", fields: WINDOW_CLOSED },
    ],
  },
  {
    title: "In the afternoon, in English",
    id: "c2a1d9d4-3c1b-4f5f-8f60-0f1d7a4be922",
    steps: [
      { at: "14:02", hook: "sessionStart" },
      { at: "14:03", says: "Checkout times out under load. Could the session cache TTL be the reason?" },
      {
        at: "15:40",
        agent: [
          "fact",
          "--type=W",
          "--entities=checkout,Postgres",
          "--content=Checkout timed out because the Postgres pool had 10 connections for 64 workers; the pool is 40 now",
        ],
      },
      {
        at: "15:52",
        agent: [
          "fact",
          "--type=B",
          "--content=The load test runs with `npm run load -- --workers 64`; it needs the staging database",
        ],
      },
      {
        at: "16:10",
        hook: "preCompact",
        fields: { trigger: "auto", context_usage_percent: 92.5, context_tokens: 118_400, message_count: 45 },
      },
      { at: "17:28", hook: "stop", fields: DONE },
      {
        at: "17:29",
        agent: [
          "summary",
          "--source=stop",
          "--topic=Checkout timeouts",
          "--summary=Checkout hung under load for want of database connections, not because of the session cache; " +
          "the pool went from 10 to 40 and the load test passes.",
          "--decision=Postgres pool of 40 for 64 workers",
          "--todo=Alert when the pool is 80 % in use",
        ],
      },
      { at: "17:31", hook: "sessionEnd", fields: WINDOW_CLOSED },
    ],
  },
  {
    title: "The next morning",
    id: "e8f3b6a0-91d7-4c0e-b1b5-7d2f5c3a7733",
    steps: [{ at: "09:01", hook: "sessionStart" }],
  },
];

/** What is looked for at the end: one question in each language, neither in the words that were saved. */
export const SEARCHES = ["会话缓存用什么方案", "why did checkout time out"];
