/**
 * What developers call the same thing in Chinese and in English, so that a question in one language finds what was
 * saved in the other. Only words of the trade with one plain counterpart; a model does the rest.
 *
 * @module
 */
import { pairsOf } from "../../index/analyse.ts";
import { isStopWord } from "../../index/words/stop.ts";
import { plainForms } from "./ordinary.ts";

/**
 * Each English word and its Chinese one, in turn, by the first letter: twenty times less to look through for a word.
 */
const ENGLISH_CHINESE: Readonly<Record<string, string>> = {
  a: " address 地址 age 年龄 alert 告警 alipay 支付宝 aliyun 阿里云 amount 金额 annotation 标注 anonymize 脱敏 anonymous 匿名 " +
    "api 接口 appointment 预约 approval 审批 approve 审批 archive 归档 async 异步 attachment 附件 audio 音频 audit 审计 " +
    "auth 鉴权 authentication 认证 authentication 鉴权 authorization 授权 ",
  b: " backend 后端 backup 备份 balancer 负载均衡 bandwidth 带宽 barcode 条码 battery 电池 benchmark 基准 bill 账单 " +
    "billing 账单 bluetooth 蓝牙 booking 预约 branch 分支 breaker 熔断 bug 缺陷 build 构建 bundle 打包 button 按钮 ",
  c: " cache 缓存 calendar 日历 callback 回调 camera 摄像头 certificate 证书 channel 渠道 charset 字符集 charset 编码 " +
    "checkout 收银 checkout 迁出 china 中国 chinese 中文 cleanup 清理 cluster 集群 code 错误码 color 颜色 colour 颜色 " +
    "command 命令 comment 注释 commit 提交 compile 编译 compliance 合规 component 组件 compression 压缩 concurrency 并发 " +
    "concurrent 并发 config 配置 consent 同意 container 容器 contract 合同 convention 规范 coroutine 协程 coupon 优惠券 " +
    "coverage 覆盖率 cron 定时任务 currency 货币 cursor 分页 customer 客户 ",
  d: " dashboard 面板 database 数据库 dataset 数据集 date 日期 deadlock 死锁 decision 决定 default 默认 delete 删除 " +
    "deletion 删除 demo 演示 dependency 依赖 deploy 部署 deployment 部署 deposit 押金 design 设计 dialog 弹窗 " +
    "directory 目录 discount 折扣 disk 磁盘 distance 距离 docs 文档 documentation 文档 domain 域名 download 下载 drain 排空 " +
    "driver 驱动 ",
  e: " edit 编辑 editor 编辑 editor 编辑器 email 邮件 emergency 紧急 employee 员工 encoding 编码 encryption 加密 endpoint 接口 " +
    "english 英语 enum 枚举 environment 环境变量 error 错误 error 错误码 event 事件 exception 异常 expire 过期 expiry 有效期 " +
    "export 导出 ",
  f: " failure 故障 filter 过滤 firmware 固件 float 浮点 folder 目录 font 字体 foreign 外键 form 表单 framework 框架 " +
    "freeze 冻结 french 法语 frontend 前端 function 函数 ",
  g: " gateway 网关 generic 泛型 generics 泛型 german 德语 germany 德国 ",
  h: " habit 习惯 holiday 节假日 hotfix 热修复 hotkey 快捷键 ",
  i: " i18n 国际化 icon 图标 idempotency 幂等 idempotent 幂等 image 图片 image 镜像 import 导入 incident 事故 incident 故障 " +
    "indent 缩进 indentation 缩进 index 索引 inference 推理 integer 整数 interface 接口 inventory 库存 invoice 发票 ",
  j: " job 任务 ",
  k: " key 密钥 ",
  l: " label 标签 language 语言 latency 延迟 launch 上线 leak 内存泄漏 leak 泄漏 licence 许可证 license 许可证 limit 上限 " +
    "limit 限流 load 压测 lock 锁 lockfile 锁文件 log 日志 login 登录 ",
  m: " mail 邮件 manager 包管理 manual 手册 map 地图 mask 脱敏 maximum 上限 meeting 会议 memory 内存 memory 内存泄漏 menu 菜单 " +
    "merchant 商家 merge 合并 message 消息 metric 指标 microservice 微服务 migration 迁移 milestone 里程碑 modal 弹窗 " +
    "model 模型 money 金额 monitoring 监控 monolith 单体 monorepo 单体 ",
  n: " naming 命名 night 夜间 node 节点 notification 通知 ",
  o: " on-call 值班 onboarding 新人 oncall 值班 opening 营业时间 order 订单 outage 事故 owner 负责人 ",
  p: " package 依赖 package 包管理 pagination 分页 panel 面板 partition 分区 password 密码 patch 补丁 pay 支付 payment 支付 " +
    "performance 性能 period 周期 permission 权限 photo 照片 pilot 试点 pipeline 流水线 pool 连接池 port 端口 postmortem 复盘 " +
    "preference 偏好 prefix 前缀 price 价格 primary 主键 print 打印 printer 打印机 priority 优先级 privacy 隐私 process 进程 " +
    "product 商品 production 生产环境 production 线上 prompt 提示词 proof 校样 push 推送 ",
  q: " quantity 数量 quantization 量化 queue 队列 ",
  r: " rate 限流 receipt 收据 recovery 恢复 refund 退款 region 地区 register 注册 release 发布 release 发版 reminder 提醒 " +
    "replica 副本 repo 仓库 report 报表 repository 仓库 restore 恢复 retry 重试 review 评审 reviewer 评审人 roadmap 路线图 " +
    "role 角色 rollback 回滚 route 路由 router 路由 ",
  s: " sampling 采样 scan 扫描 scan 扫码 scanner 扫描 schedule 定时任务 scope 范围 script 脚本 search 搜索 secret 密钥 " +
    "semicolon 分号 sensor 传感器 session 会话 shard 分片 shortcut 快捷键 sign-in 登录 signature 签名 signup 注册 sms 短信 " +
    "snapshot 快照 sort 排序 spaces 空格 speech 语音 staff 员工 staging 预发布 state 状态 stock 库存 style 样式 style 规范 " +
    "style 风格 subscribe 订阅 supplier 供应商 support 客服 swiss 瑞士 switzerland 瑞士 ",
  t: " table 表名 tag 标签 task 任务 tax 税率 team 团队 temperature 温度 tenant 租户 tencent 腾讯云 terminal 终端 test 单元测试 " +
    "test 压测 test 测试 theme 主题 thread 线程 threshold 阈值 throttle 限流 throughput 吞吐 ticket 工单 till 收银 time 时间 " +
    "timeout 超时 timezone 时区 todo 待办 token 令牌 tokenizer 分词 trace 追踪 tracking 埋点 train 训练 training 训练 " +
    "transaction 事务 translation 翻译 ttl 有效期 ttl 过期 type 类型 ",
  u: " unit 单位 unit 单元测试 upload 上传 urgent 紧急 url 地址 usa 美国 user 用户 ",
  v: " validate 校验 validation 校验 vector 向量 vendor 供应商 version 版本 video 视频 voice 语音 ",
  w: " warehouse 数据仓库 webhook 回调 wechat 微信 weight 重量 workday 工作日 ",
};

/** A word in the other language, and the word of the text that it stands for. */
export interface Counterpart {
  readonly word: string;
  readonly of: string;
}

/**
 * The counterparts in the other language of the words of a text, each once.
 *
 * @param surfaces its words in lower case, as typed
 * @param runs its runs of Chinese
 */
export function counterparts(surfaces: readonly string[], runs: readonly string[]): Counterpart[] {
  const found = new Map<string, Counterpart>();
  const add = (word: string, of: string) => void (found.has(word) || found.set(word, { word, of }));
  for (const word of new Set(surfaces)) {
    // A stop word has no counterpart, and half of what people type is stop words.
    for (const form of isStopWord(word) ? [] : plainForms(word)) {
      for (const chinese of chineseFor(form)) add(chinese, word);
    }
  }
  for (const [english, chinese] of pairsWithin(runs)) add(english, chinese);
  return [...found.values()];
}

/** The words of both languages whose Chinese one stands in a run, in the order of the list. */
function pairsWithin(runs: readonly string[]): (readonly [english: string, chinese: string])[] {
  const pairs: (readonly [string, string])[] = [];
  const starts = [...new Set(runs.flatMap(pairsOf))];
  for (const words of starts.length > 0 ? Object.values(ENGLISH_CHINESE) : []) {
    const places: number[] = [];
    for (const start of starts) {
      for (let at = words.indexOf(` ${start}`); at !== -1; at = words.indexOf(` ${start}`, at + 1)) places.push(at);
    }
    for (const at of places.sort((a, b) => a - b)) {
      const chinese = words.slice(at + 1, words.indexOf(" ", at + 1));
      if (!runs.some((run) => run.includes(chinese))) continue;
      pairs.push([words.slice(words.lastIndexOf(" ", at - 1) + 1, at), chinese]);
    }
  }
  return pairs;
}

function chineseFor(word: string): string[] {
  const words = ENGLISH_CHINESE[word.charAt(0)] ?? "";
  const found: string[] = [];
  for (let at = words.indexOf(` ${word} `); at !== -1; at = words.indexOf(` ${word} `, at + 1)) {
    const start = at + word.length + 2;
    found.push(words.slice(start, words.indexOf(" ", start)));
  }
  return found;
}
