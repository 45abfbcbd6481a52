/** Facts like those of a real project, as many as wanted, the same at every run: bilingual, over 64 days. */
import * as fs from "node:fs";
import { join } from "node:path";
import { DEFAULT_FIELDS } from "../src/notes/note.ts";
import { renderNote } from "../src/notes/render.ts";

const DAYS = 64;

/** What is spoken of, in the order of how often. */
const SUBJECTS = list(
  `Redis|PostgreSQL|the gateway|订单服务|支付回调|the importer|CI|前端构建|session store|缓存层|Kafka|
the scheduler|库存服务|billing worker|登录页|the mobile app|日志采集|搜索索引|rate limiter|消息网关|feature flags|对账任务|the CLI|
权限模块|Nginx|the report export|短信通道|design tokens|灰度发布|audit trail|用户中心|the release script|监控告警|websocket hub|
配置中心|the crawler|数据仓库|图片上传|S3 bucket|风控规则|the onboarding flow|Terraform|推荐模型|Grafana|e2e suite|工单系统`,
);
const VERBS = list(
  `uses|must not use|was moved to|决定采用|不再使用|fails with|is limited by|依赖|retries on|统一为|waits for|
改为|is owned by|暂时绕过|breaks without|需要先配置|should log|只允许|depends on|不能直接调用|replaces|迁移到|is tested with|兼容`,
);
const OBJECTS = list(
  `connection pooling|TTL 300 seconds|/api/v2/orders|幂等键|TypeScript 5|消息队列重试三次|统一错误响应格式|
the sessionStart hook|exponential backoff|只读副本|UTC timestamps|分库分表|a signed cookie|乐观锁|two approvals|异步写入|pinned versions|
灰度百分之五|JSON lines|本地缓存|the staging cluster|双写方案|strict null checks|定时任务补偿|a nightly snapshot|雪花算法|health probes|
读写分离|structured logs|令牌桶限流|Python 3.11|统一鉴权中间件|soft deletes|按租户隔离|four spaces|小驼峰命名|cursor pagination|
压缩后的图片|a dead letter queue|最终一致性|OAuth device flow|离线签名|memory limits|慢查询阈值|vendored fonts|接口版本号`,
);
const REASONS = list(
  `because of the incident in March|见评审结论|to keep p99 below 20 ms|由团队约定|until the migration is done|
因为线上出现过重复扣款|as the auditors asked|避免大促期间雪崩|so that a rollback stays possible|客户要求数据不出境|
since the vendor stops support in autumn|老接口下个季度下线|otherwise the nightly build times out|测试环境已经验证过|
which the load test in Frankfurt showed|值班同学排查了两个小时才定位|and nobody may change it without Lin|和安卓端保持一致|
after we lost a day of events|成本能降三成`,
);
const PEOPLE = list(`Lin|张伟|Priya|王芳|Tom|李娜|Aiko|陈晨|Marta|赵磊|Jonas|周敏`);
/** Identifiers are made of these, so that there are thousands of them, as in code. */
const PARTS = list(
  `order|user|cache|retry|load|token|index|batch|stock|event|page|quota|route|audit|image|price|queue|shard|lease|draft`,
);
const KINDS = ["W", "W", "W", "B", "O"];

function list(text: string): string[] {
  return text.replaceAll("\n", "").split("|");
}

/** Curated notes of the same vocabulary, `MEM-0000.md` and on. */
export function writeNotes(dataFolder: string, count: number): void {
  const pick = numbers(7);
  const from = <T>(items: readonly T[]): T => items[pick(items.length)] as T;
  fs.mkdirSync(join(dataFolder, "notes"), { recursive: true });
  for (let at = 0; at < count; at++) {
    const id = `MEM-${at.toString().padStart(4, "0")}`;
    const choice = `${from(SUBJECTS)} ${from(VERBS)} ${from(OBJECTS)} (${at.toString(36)})`;
    const scene = `处理 ${from(SUBJECTS)} 与 ${from(OBJECTS)} 时`;
    const fields = { ...DEFAULT_FIELDS, id, title: `${scene}—${choice}`, whenToLoad: [scene], oneLiner: choice };
    const more = {
      decision: choice,
      alternatives: from(OBJECTS),
      l0: `${choice}, ${from(REASONS)}`,
      source: "extract",
    };
    fs.writeFileSync(join(dataFolder, "notes", `${id}.md`), renderNote({ ...fields, ...more }));
  }
}

/** A small linear congruential generator: the same facts on every machine. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Writes `count` facts into the daily files of a data folder; the last day is `today`. */
export function writeFacts(dataFolder: string, count: number, today: Date): void {
  const factOf = facts();
  const days = Array.from({ length: DAYS }, (_, ago) => new Date(today.getTime() - (DAYS - 1 - ago) * 86_400_000));
  const files = new Map<string, string[]>();
  for (let at = 0; at < count; at++) {
    const name = (days[Math.floor((at * DAYS) / count)] ?? today).toISOString().slice(0, 10);
    const lines = files.get(name) ?? [];
    lines.push(JSON.stringify(factOf(at, name)));
    files.set(name, lines);
  }
  fs.mkdirSync(join(dataFolder, "daily"), { recursive: true });
  for (const [day, lines] of files) {
    fs.writeFileSync(join(dataFolder, "daily", `${day}.jsonl`), `${lines.join("\n")}\n`);
  }
}

/**
 * Facts of two or three clauses, Chinese, English or both, as agents write them: some things are spoken of often and
 * most rarely, and each fact names a few entities (tickets, people, identifiers, files), most of which few others name.
 */
function facts(): (at: number, day: string) => object {
  const pick = numbers(42);
  const from = <T>(items: readonly T[]): T => items[pick(items.length)] as T;
  const oftenFirst = <T>(items: readonly T[]): T => items[Math.floor((pick(1000) / 1000) ** 2 * items.length)] as T;
  const shapes = [
    () => `${from(PARTS)}_${from(PARTS)}_${from(PARTS)}`,
    () => `${from(PARTS)}${capital(from(PARTS))}${capital(from(PARTS))}`,
    () => `src/${from(PARTS)}/${from(PARTS)}_${from(PARTS)}.ts`,
    () => `ERR_${from(PARTS).toUpperCase()}_${from(PARTS).toUpperCase()}`,
    () => `${from(PARTS)}-${from(PARTS)}-${pick(90)}`,
  ];
  return (at, day) => {
    const subject = oftenFirst(SUBJECTS);
    // A ticket, so that no two facts are the same, and what else has a name.
    const ticket = `${from(PARTS).toUpperCase()}-${at}`;
    const names = [ticket, ...Array.from({ length: pick(4) }, () => pick(4) === 0 ? from(PEOPLE) : from(shapes)())];
    const clauses = [`${subject} ${from(VERBS)} ${from(OBJECTS)}`, `${names.join(", ")}: ${from(REASONS)}`];
    if (pick(3) === 0) clauses.push(`${oftenFirst(SUBJECTS)} ${from(VERBS)} ${from(OBJECTS)} ${from(REASONS)}`);
    return {
      id: `log-${at.toString().padStart(9, "0")}-bnch`,
      type: "fact",
      memory_type: from(KINDS),
      content: clauses.join(from(["; ", "，", ". "])),
      entities: [subject, ...names],
      confidence: 0.5 + pick(6) / 10,
      timestamp: `${day}T${new Date(pick(86_400) * 1000).toISOString().slice(11, 19)}Z`,
      source: { session: `bench-${Math.floor(at / 25)}` },
    };
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
