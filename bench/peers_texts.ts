/** What the tools are given to remember, and what they are asked: the same texts for each of them. */

/** A fact, and the words that somebody would look for it with. */
interface Asked {
  readonly fact: string;
  readonly query: string;
}

function pairs(text: string): readonly Asked[] {
  return text.trim().split("\n").map((line) => {
    const [fact = "", query = ""] = line.split(" | ");
    return { fact, query };
  });
}

export const ENGLISH = pairs(`
The webhook signing key lives in Vault and is rotated every ninety days | webhook signing key rotation
Invoices are numbered without gaps because the tax office asks for it | invoice numbers gaps
We chose Postgres advisory locks over Redis for the nightly billing job | lock nightly billing job
Staging is reset every Sunday at three in the morning | when is staging reset
The mobile app must keep working on Android nine until next summer | oldest Android version
Use pnpm and never npm in the storefront workspace | package manager storefront
Retries against the shipping carrier stop after four attempts | retries shipping carrier
Feature flags older than sixty days are removed in the monthly cleanup | remove old feature flags
The search cluster ran out of heap because of a wildcard on the title field | search cluster heap wildcard
Passwords are hashed with argon2id, sixty-four megabytes of memory | password hashing argon2id
The customer export is limited to fifty thousand rows per file | customer export row limit
Timestamps in the event log are UTC with microseconds | event log timestamps
Renata owns the fraud rules and reviews each change of them | who reviews fraud rules
Migrations must be reversible for one release | reversible migrations
The image resizer leaks file handles when a PNG has no palette | image resizer leaks file handles
Checkout shows prices with tax in Europe and without it in America | checkout prices tax Europe
The CI cache is keyed by the lock file and the operating system | CI cache key
We do not use barrel files because they slow the bundler down | barrel files bundler
The chat service speaks gRPC inside and JSON at the edge | chat service gRPC edge
Load tests run against the Frankfurt region only | load tests region
Coupons cannot be combined with the loyalty discount | combine coupons loyalty discount
Dates in the admin panel follow the viewer's time zone | admin panel dates time zone
The PDF renderer needs the Noto fonts installed in the container | PDF renderer fonts container
Sessions expire after twelve idle hours, not after a fixed time | idle sessions expire
A flaky login test was caused by the clock of the emulator | flaky login test cause
The data warehouse is loaded from the read replica with Airbyte | data warehouse load replica
Errors of the public API follow problem details, RFC 9457 | public API error format
The old SOAP endpoint is switched off on the first of March | SOAP endpoint switched off
Commit messages are written in the imperative mood | commit messages mood
Terraform state lies in the bucket of the platform team | where is Terraform state
Emails are sent through Postmark since the bounce rate of SES rose | emails Postmark bounce rate
The recommender is retrained on Tuesdays with six weeks of clicks | recommender retrained
Avatars are cropped on the server to a square of 256 pixels | avatar crop size
The queue consumer acknowledges only after the row is committed | queue consumer acknowledge commit
Secrets in Helm charts are sealed with the cluster's own key | Helm secrets sealed
The address form asks for the postcode first in Britain | address form postcode Britain
Two reviewers must approve whatever touches the ledger | reviewers ledger approve
Metrics are kept for thirteen months to compare with last year | how long are metrics kept
The barcode scanner sends a line feed after the digits | barcode scanner line feed
Dark mode colours come from tokens, never from hex values | dark mode colours tokens
`);

export const CHINESE = pairs(`
支付回调的签名密钥放在保险箱里，每九十天轮换一次 | 签名密钥 轮换
发票编号必须连续，因为税务局要求 | 发票编号 连续
夜间对账任务用数据库咨询锁，不用分布式锁 | 对账任务 锁
预发环境每周日凌晨三点重置 | 预发环境 重置
安卓客户端要支持到明年夏天的最低版本是九 | 安卓 最低版本
商城前端只用 pnpm 安装依赖，不许用 npm | 商城前端 依赖
物流接口最多重试四次 | 物流接口 重试
超过六十天的功能开关在每月清理时删除 | 功能开关 清理
搜索集群因为标题字段的通配符查询耗尽了内存 | 搜索集群 通配符
用户密码用 argon2id 加盐哈希保存 | 密码 哈希
客户导出每个文件最多五万行 | 客户导出 行
事件日志的时间统一用世界协调时 | 事件日志 时间
风控规则由林晓负责，每次改动都要她审核 | 风控规则 审核
数据库迁移脚本在一个版本内必须可以回滚 | 迁移脚本 回滚
图片缩放服务遇到没有调色板的图片会泄漏句柄 | 图片缩放 泄漏
结算页在欧洲显示含税价，在美国显示不含税价 | 结算页 含税价
持续集成的缓存键由锁文件和操作系统组成 | 持续集成 缓存键
禁止使用桶文件，因为会拖慢打包 | 桶文件 打包
聊天服务内部走二进制协议，边缘才转成文本 | 聊天服务 协议
压力测试只在法兰克福机房进行 | 压力测试 机房
优惠券不能和会员折扣叠加 | 优惠券 叠加
管理后台的日期按查看者所在时区显示 | 管理后台 时区
生成报表的容器里必须装思源字体 | 容器 字体
会话闲置十二小时后失效，不按固定时间 | 会话 失效
登录测试偶尔失败是模拟器时钟不准造成的 | 登录测试 失败
数据仓库从只读副本抽取，不碰主库 | 数据仓库 副本
对外接口的错误格式遵循问题详情标准 | 对外接口 错误格式
旧的报文接口三月一日下线 | 报文接口 下线
提交信息一律用祈使句书写 | 提交信息 祈使句
基础设施的状态文件放在平台组的存储桶 | 状态文件 存储桶
邮件改由新服务商发送，因为原来的退信率上升 | 邮件 退信率
推荐模型每周二用六周的点击数据重新训练 | 推荐模型 训练
头像在服务端裁成正方形 | 头像 裁
队列消费者在事务提交之后才确认消息 | 队列消费者 确认
部署清单里的机密用集群自己的公钥加密 | 部署清单 机密
英国的地址表单先问邮政编码 | 地址表单 邮政编码
凡是改动总账的代码必须两人批准 | 总账 批准
监控指标保留十三个月，便于与去年比较 | 监控指标 保留
扫码枪在数字后面会多发一个换行 | 扫码枪 换行
深色模式的颜色取自设计变量，不写死色值 | 深色模式 颜色
`);

/** Prompts that nothing remembered is about: a hook has nothing to say to them. */
export const UNRELATED = [
  "Write a haiku about autumn leaves",
  "How do I reverse a list in Python?",
  "写一首关于秋天的短诗",
  "Python 怎么反转列表？",
];

const PARTS = "ordering|catalogue|warehouse|newsletter|partner portal|gift card|wishlist|refund|telephony|survey";
const PARTS_ZH = "订单|目录|仓储|简报|合作方|礼品卡|心愿单|退款|电话|问卷";
const OWNERS = "Ana|Bruno|Chidi|Dalia|Emeka|Farah|Goran|Hana|Ivo";
const OWNERS_ZH = "安然|白露|陈默|丁香|方圆|高远|何夕|江月|柯南";

/** Facts of everyday work; each holds one word of some query, so that one word leads nowhere. No two are equal. */
function filler(number: number, asked: readonly Asked[], chinese: boolean): string {
  const pick = (words: readonly string[], by: number) => words[by % words.length];
  const word = pick(asked.flatMap(({ query }) => query.split(" ")), number);
  return chinese
    ? `第 ${number} 次评审谈到${word}，由${pick(OWNERS_ZH.split("|"), number)}在${
      pick(PARTS_ZH.split("|"), number)
    }组主持`
    : `Review ${number} of the ${pick(PARTS.split("|"), number)} team, led by ${
      pick(OWNERS.split("|"), number)
    }, named ${word}`;
}

/** `count` texts, half of them Chinese; each starts with a number of its own, by which it is known in any output. */
export function texts(count: number): readonly string[] {
  const half = Math.ceil(count / 2);
  // The texts that are asked for lie evenly among the others, so that age does not tell them.
  const step = Math.floor(half / ENGLISH.length);
  const fill = (asked: readonly Asked[], chinese: boolean) =>
    Array.from(
      { length: half },
      (_, at) => (at % step === 0 ? asked[at / step]?.fact : undefined) ?? filler(at, asked, chinese),
    );
  const [english, chinese] = [fill(ENGLISH, false), fill(CHINESE, true)];
  return english.flatMap((text, at) => [text, chinese[at] ?? ""]).map((text, at) => `${codeOf(at)} ${text}`);
}

/** The number that text `at` starts with. */
export function codeOf(at: number): string {
  return `N${String(at).padStart(4, "0")}`;
}
