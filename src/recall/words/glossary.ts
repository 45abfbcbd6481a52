/**
 * What developers call the same thing in Chinese and in English, so that a question in one language finds what was saved in the other. Only
 * words of the trade with one plain counterpart; a model does the rest.
 *
 * @module
 */
import { linesWith, wordList } from "../../index/words/word_list.ts";
import { isCjk, plainForms } from "./ordinary.ts";

const ENTRIES = wordList(
  `
  缓存 cache | 会话 session | 登录 login sign-in | 注册 signup register | 密码 password | 令牌 token | 权限 permission | 鉴权 auth authentication |
  认证 authentication | 授权 authorization | 角色 role | 用户 user | 租户 tenant | 数据库 database | 索引 index | 迁移 migration | 事务 transaction |
  死锁 deadlock | 锁 lock | 连接池 pool | 快照 snapshot | 备份 backup | 恢复 restore recovery | 表名 table | 外键 foreign | 主键 primary |
  队列 queue | 消息 message | 事件 event | 订阅 subscribe | 定时任务 cron schedule | 任务 job task | 部署 deploy deployment | 发布 release |
  发版 release | 回滚 rollback | 预发布 staging | 生产环境 production | 线上 production | 环境变量 environment | 配置 config | 密钥 secret key |
  证书 certificate | 域名 domain | 网关 gateway | 负载均衡 balancer | 限流 rate limit throttle | 熔断 breaker | 超时 timeout | 重试 retry |
  幂等 idempotent idempotency | 签名 signature | 回调 callback webhook | 接口 api endpoint interface | 前缀 prefix | 分页 pagination cursor |
  版本 version | 依赖 dependency | 包管理 package manager | 构建 build | 编译 compile | 打包 bundle | 流水线 pipeline | 分支 branch |
  合并 merge | 提交 commit | 评审 review | 单元测试 unit test | 测试 test | 覆盖率 coverage | 压测 load test | 基准 benchmark | 性能 performance |
  内存泄漏 memory leak | 内存 memory | 泄漏 leak | 线程 thread | 进程 process | 协程 coroutine | 并发 concurrency concurrent | 异步 async |
  日志 log | 监控 monitoring | 告警 alert | 指标 metric | 追踪 trace | 埋点 tracking | 错误码 error code | 异常 exception |
  前端 frontend | 后端 backend | 组件 component | 样式 style | 主题 theme | 路由 route router | 状态 state | 表单 form | 校验 validation validate |
  国际化 i18n | 时区 timezone | 时间 time | 日期 date | 金额 amount money | 货币 currency | 价格 price | 税率 tax | 发票 invoice | 账单 billing bill |
  订单 order | 支付 payment pay | 退款 refund | 优惠券 coupon | 库存 stock inventory | 商品 product | 客户 customer | 商家 merchant | 短信 sms |
  邮件 email mail | 通知 notification | 附件 attachment | 图片 image | 上传 upload | 下载 download | 导出 export | 导入 import | 报表 report |
  搜索 search | 分词 tokenizer | 向量 vector | 模型 model | 浮点 float | 整数 integer | 编码 encoding charset | 字符集 charset | 压缩 compression |
  加密 encryption | 脱敏 mask anonymize | 隐私 privacy | 审计 audit | 命名 naming | 缩进 indentation indent | 空格 spaces | 分号 semicolon | 注释 comment |
  规范 convention style | 风格 style | 目录 folder directory | 仓库 repository repo | 单体 monolith monorepo | 微服务 microservice | 容器 container |
  镜像 image | 编辑器 editor | 终端 terminal | 脚本 script | 命令 command | 文档 docs documentation | 地址 address url | 端口 port | 框架 framework |
  负责人 owner | 评审人 reviewer | 待办 todo | 决定 decision | 偏好 preference | 习惯 habit | 周期 period | 有效期 expiry ttl | 过期 expire ttl | 条码 barcode |
  打印 print | 扫码 scan | 微信 wechat | 支付宝 alipay | 腾讯云 tencent | 阿里云 aliyun |
  固件 firmware | 驱动 driver | 传感器 sensor | 电池 battery | 蓝牙 bluetooth | 打印机 printer | 扫描 scanner scan | 摄像头 camera | 节点 node | 集群 cluster |
  副本 replica | 分区 partition | 分片 shard | 磁盘 disk | 带宽 bandwidth | 延迟 latency | 吞吐 throughput | 采样 sampling | 面板 dashboard panel | 值班 on-call oncall |
  事故 incident outage | 复盘 postmortem | 故障 incident failure | 紧急 emergency urgent | 预约 booking appointment | 会议 meeting | 日历 calendar | 提醒 reminder |
  押金 deposit | 折扣 discount | 合同 contract | 供应商 supplier vendor | 数据仓库 warehouse | 收据 receipt | 收银 till checkout | 员工 staff employee | 团队 team |
  设计 design | 字体 font | 图标 icon | 颜色 color colour | 标签 label tag | 按钮 button | 弹窗 dialog modal | 菜单 menu | 快捷键 shortcut hotkey | 语音 voice speech |
  视频 video | 音频 audio | 照片 photo | 翻译 translation | 语言 language | 德语 german | 英语 english | 法语 french | 中文 chinese | 地图 map | 距离 distance |
  重量 weight | 温度 temperature | 年龄 age | 单位 unit | 数量 quantity | 上限 limit maximum | 阈值 threshold | 训练 training train | 数据集 dataset | 标注 annotation |
  推理 inference | 量化 quantization | 提示词 prompt | 泛型 generics generic | 枚举 enum | 函数 function | 类型 type | 排序 sort | 过滤 filter | 归档 archive |
  清理 cleanup | 删除 deletion delete | 合规 compliance | 许可证 license licence | 同意 consent | 匿名 anonymous | 试点 pilot | 上线 launch | 冻结 freeze | 范围 scope |
  里程碑 milestone | 路线图 roadmap | 工单 ticket | 缺陷 bug | 优先级 priority | 审批 approval approve | 手册 manual | 新人 onboarding | 演示 demo | 客服 support |
  渠道 channel | 节假日 holiday | 营业时间 opening | 工作日 workday | 夜间 night | 默认 default | 迁出 checkout | 补丁 patch | 热修复 hotfix | 编辑 edit editor |
  依赖 package | 锁文件 lockfile | 错误 error | 校样 proof | 排空 drain | 推送 push | 地区 region | 瑞士 swiss switzerland | 德国 germany | 中国 china | 美国 usa
`.replaceAll(" |\n", "\n").replaceAll(" | ", "\n  "),
);

/** A word in the other language, and the word of the text that it stands for. */
export interface Counterpart {
  readonly word: string;
  readonly of: string;
}

/**
 * The counterparts in the other language of the words of a text, each once.
 *
 * @param surfaces its words in lower case, as typed
 */
export function counterparts(text: string, surfaces: readonly string[]): Counterpart[] {
  const found = new Map<string, Counterpart>();
  const add = (words: readonly string[], of: string) => {
    for (const word of words) if (!found.has(word)) found.set(word, { word, of });
  };
  for (const word of surfaces) {
    for (const form of plainForms(word)) {
      for (const [chinese = ""] of linesWith(ENTRIES, form)) add([chinese], word);
    }
  }
  for (const entry of isCjk(text) ? ENTRIES.split("\n") : []) {
    const [chinese = "", ...english] = entry.trim().split(" ");
    if (text.includes(chinese)) add(english, chinese);
  }
  return [...found.values()];
}
