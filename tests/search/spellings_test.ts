/**
 * Identifiers, codes, quantities and words as developers type them, not as the record writes them: each query must put
 * its record first among others that look like it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, memoryBox } from "../box.ts";

/** What stands beside, a line each; every test's records are looked for among these. */
const OTHERS = `
The checkout page threw TS2322 after the type of Cart changed.
E0499 in the parser crate: two mutable borrows of the arena.
0x80004005 on the build agent means the COM server was not registered.
CVE-2021-44228 does not touch us, no log4j on the class path.
We stay on v1.2.4 of the client until the vendor fixes streaming.
node18 images are frozen in the maintenance branch.
PG14 is out of support for the analytics cluster.
gpt-3.5-turbo is only used for titles of support threads.
max_pool_size stays at 20 per worker, each of two threads.
src/billing/tax_rates.ts holds the table of VAT rates.
Commit 4f1c2d3e8b7a69504132fedcba9876543210abcd introduced the regression in paging.
The review of the roadmap is on 2026-04-17.
The importer reads 25,000 rows in one batch, 100 columns each.
Timeout of the upstream is 60s, of the worker 45 seconds.
We set the flag for everybody on Monday, up to ten percent at first.
Logs of the worker go to stdout, in JSON, one line each.
The front desk screen at the end of the hall shows the build status.
A line of the log names the zone, another the command, the socket and the data of the web page; time is in the center.
接口超时默认 5 秒，批量接口 30 秒。
数据表按月归档，保留两年。
`.trim().split("\n");

/** Asserts that each query finds the record first: its own among all others. */
async function findsFirst(pairs: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const box = memoryBox();
  const contents = [...OTHERS, ...Object.keys(pairs)];
  const lines = contents.map((content, at) => {
    return { id: String(at), type: "fact", memory_type: "W", timestamp: "2026-02-18T09:00:00Z", content };
  });
  box.write("daily/2026-02-18.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const wanted = Object.entries(pairs).flatMap(([content, queries]) => queries.map((query) => ({ query, content })));
  const stdin = wanted.map(({ query }, at) => JSON.stringify({ id: String(at), text: query })).join("\n");
  const { stdout } = await box.run(["search", "--queries", "-", "--method", "fts", "--json"], { stdin });
  const first = stdout.trim().split("\n").map((line): Json => JSON.parse(line).results[0]?.content);
  const told = (found: readonly unknown[]) => wanted.map(({ query }, at) => `${query} → ${found[at] ?? "nothing"}`);
  assert.deepEqual(told(first), told(wanted.map(({ content }) => content)));
}

test("a code is found by its number alone, with a blank in it, and with what compilers print around it", () =>
  findsFirst({
    "Build failed with TS2345 because CartItem lacks a currency.": [
      "TS2345",
      "ts 2345",
      "2345",
      "error TS2345: Argument",
    ],
    "rustc reports E0308 when the rounding mode is a String.": ["error[E0308]: mismatched types", "0308"],
    "The report fails with ORA-00942, the view is owned by another schema.": ["ORA00942", "00942"],
    "Installer stops with 0x80070005; run it elevated.": ["80070005", "0X80070005"],
    "CVE-2024-3094 hit the base image.": ["cve 2024 3094", "CVE20243094"],
  }));

test("a version and a model are found with and without signs between name and number", () =>
  findsFirst({
    "We pin v1.2.3 of the parser.": ["1.2.3", "version 1.2.3", "parser@1.2.3"],
    "1.3.0-rc.1 of the SDK broke uploads.": ["1.3.0-rc1", "rc1"],
    "PG16 is what production runs.": ["PG 16", "pg-16", "PostgreSQL 16", "postgresql16"],
    "The Dockerfile uses node20 since May.": ["Node 20", "node:20"],
    "OAuth2 tokens are refreshed silently.": ["oauth 2.0", "OAuth 2"],
    "We compared GPT 4o with the local one.": ["gpt4o", "GPT-4o"],
    "Embeddings use bge-small-zh-v1.5.": ["bge small zh v1.5", "bge-small-zh", "bgesmall"],
  }));

test("an identifier is found by its beginning, its end, and in small letters", () =>
  findsFirst({
    "kubectl 报 CrashLoopBackOff，挂载的路径写错。": ["crashloop", "crash-loop-backoff"],
    "java.lang.NullPointerException at OrderMapper.toDto.": ["nullpointer", "null pointer exception", "order mapper"],
    "useDebouncedValue takes 250 ms.": ["debouncedvalue", "use_debounced_value"],
    "base64url is used for the cursors.": ["base64"],
    "proxyReadTimeout is a minute.": ["proxyread"],
    "Fork lives at git@github.com:acme/sqlite-vec.git.": ["sqlitevec", "acme/sqlite-vec"],
  }));

test("a commit is found by seven digits of its hash, and one noted so by all forty", () =>
  findsFirst({
    "Bisect points to 9fceb02d0ae598e95dc970b74767f19372d61af8.": ["9fceb02", "9FCEB02D", "commit 9fceb02d0ae5"],
    "Good commit 1234567890abcdef1234567890abcdef12345678.": ["1234567"],
    "Reverted a1b2c3d because the cache key ignored the locale.": ["a1b2c3d4e5f60718293a4b5c6d7e8f9012345678"],
    "Customer 550e8400-e29b-41d4-a716-446655440000 keeps the old tariff.": [
      "550e8400",
      "550e8400e29b41d4a716446655440000",
    ],
    "Trace 01HZX3K9T2V8W5Q7R4N6M1P0ZD shows the slow lock.": ["01hzx3k9"],
  }));

test("a quantity is found in every notation of its number and unit", () =>
  findsFirst({
    "Redis keys of the cart expire after 300s.": ["300 s", "300 seconds", "300秒", "300 秒"],
    "The job is killed after 5min without output.": ["5 minutes", "5分钟", "5 分钟", "5m"],
    "Uploads above 20MB are refused.": ["20 MB", "20M", "20 megabytes"],
    "The pod gets 512Mi of memory.": ["512", "512 MiB"],
    "p99 must stay below 250ms.": ["250 ms", "250毫秒"],
    "超时从 15 分钟改成 25 分钟。": ["25min", "25 minutes"],
    "The export is limited to 10,000 rows.": ["10000", "10_000", "10k", "1万"],
    "单次导出上限 50000 行。": ["50,000", "5万", "50k"],
    "Free tier allows 1.5 million calls.": ["1500000", "1,500,000", "1.5M"],
  }));

test("a day is found in every notation", () =>
  findsFirst({
    "The contract with the carrier ends on 2026-03-31.": [
      "2026/3/31",
      "31.03.2026",
      "20260331",
      "2026年3月31日",
      "31 March",
    ],
    "2025年11月5日上线了新的结算页。": ["2025-11-05", "20251105", "Nov 5"],
    "Freeze begins on 12 December 2025.": ["2025-12-12", "20251212", "Dec 12"],
  }));

test("two words are found as one and one as two, but not where they only meet in a record", () =>
  findsFirst({
    "People log in with a one-time code.": ["login", "log-in", "logging in"],
    "The setup of the emulator takes ten minutes.": ["set up"],
    "Roll back the release when error rates double.": ["rollback", "rolled back"],
    "The time zone of reports is UTC.": ["timezone", "timezones"],
    "Whitespace at line ends is stripped.": ["white space", "white-space"],
    "E-mails are sent when the export is ready.": ["emails"],
    "Web sockets are closed after an hour.": ["websocket", "WebSockets"],
    "The command line tool prints JSON.": ["commandline"],
  }));

test("a name of three words is found by its short form and in the other language", () =>
  findsFirst({
    "后台单点登录接企业微信扫码": ["single sign-on", "single-sign-on", "how does single sign-on work", "SSO"],
    "春节期间不发货": ["chinese new year"],
  }));

test("British and American spelling make no difference", () =>
  findsFirst({
    "Serialisation of the payload is done by hand.": ["serialize", "serialization"],
    "Behaviour of retries is configurable.": ["behavior"],
    "Authorization is centralized in the gateway.": ["authorisation", "centralised"],
    "The licence check runs offline.": ["license"],
    "The analyzer runs in a worker.": ["analyser", "analysis"],
    "Grey areas of the map are not served.": ["gray"],
    "The dialog is labelled for screen readers.": ["dialogue", "labeled"],
  }));

test("what Taiwan calls otherwise is found by the mainland's word and back", () =>
  findsFirst({
    "資料庫備份每天凌晨執行。": ["数据库备份"],
    "網路請求統一走封裝。": ["网络请求"],
    "讀取稅率時金額以萬為單位。": ["读取税率", "万为单位"],
    "用户登录失败五次锁定账号。": ["使用者登入"],
    "代码审查必须两人通过。": ["程式碼審查"],
  }));
