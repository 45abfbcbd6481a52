/**
 * Words that developers use for nearly the same thing, a line each, in English and Chinese: who asks why something is slow may have
 * noted a latency. English words stand in their plain form ("merge", not "merg"): a typed word is looked up by those. Wider than words of the same meaning (glossary.ts) and narrower than words of one field, which only help to rank
 * (search/words/kindred.ts): here a shared meaning has to be worth a word by itself.
 *
 * @module
 */
import { pairsOf } from "../../index/analyse.ts";
import { isStopWord } from "../../index/words/stop.ts";
import { wordList } from "../../index/words/word_list.ts";
import type { Counterpart } from "./glossary.ts";
import { plainForms } from "./ordinary.ts";

const NEAR = wordList(`
  todo outstanding unfinished leftover remain pending 待办 遗留 没做 未完成 还没 剩下 还差 未做
  password secret credential token 密码 密钥 口令 凭证
  library package dependency module 第三方库 依赖 三方库 类库
  slow latency performance lag sluggish 性能 耗时 很慢 太慢 变慢
  jank stutter frame scroll 卡顿 掉帧 流畅 卡死 很卡 太卡
  crash segfault segmentation panic oom 崩溃 闪退
  hang stuck freeze deadlock 卡住 卡死 挂起 阻塞
  broken fail failure error 报错 失败 出错 故障
  outage incident downtime 事故 故障 宕机
  delete remove drop purge erase 删除 移除 清除
  deploy release ship rollout publish 部署 发布 上线 发版
  staging stage preprod 预发布 预发 测试环境
  production prod live 生产环境 线上 正式环境
  url address host domain 地址 域名 网址 链接
  endpoint api route 接口
  server backend 服务端 后端 服务器
  frontend client 前端 客户端
  disk storage volume 磁盘 存储 硬盘
  cost bill spend expense budget price 费用 成本 开销 价格 预算 多少钱
  fee charge deduct 扣款 扣费 手续费
  subscription renew renewal 订阅 续费 续订
  refund 退款 退货
  owner maintainer responsible contact 负责人 负责 维护 对接人 接口人 联系人
  approve review sign-off 评审 审批 审查
  customer client tenant 客户 租户
  user account member 用户 账号 账户 会员
  login signin sso auth authentication 登录 登陆 认证 鉴权
  permission role access privilege 权限 角色
  max maximum limit 上限 最多 最大 限制
  min minimum 下限 最少 最小 最低
  interval frequency cadence 间隔 频率 多久一次
  expire ttl lifetime valid 过期 有效期 到期 失效
  timeout 504 deadline 超时
  retry reattempt backoff 重试 重传 重发
  reconnect disconnect 重连 断连 断线 断开
  resend retransmit 重传 重发 补传
  throttle quota rate 限流 配额 频率限制
  schedule cron timer 定时任务 定时 排期
  nightly daily 每晚 每天 每日
  weekly week 每周 周报
  meet standup 会议 例会 电话会
  alert alarm notify 告警 报警 预警
  notification push message 通知 推送 消息
  metric monitor dashboard 监控 指标 面板 看板
  log trace 日志
  test spec unit 单测 单元测试 测试用例
  mock stub fake simulate 模拟 打桩 假数据
  fixture seed sample 测试数据 样例数据 种子
  emulator simulate 模拟器
  lint linter ruff eslint format formatter 代码检查 规范
  convention style guideline standard 规范 约定 风格
  name prefix suffix 命名 前缀 后缀
  comment docstring 注释
  commit message 提交信息 提交
  branch merge rebase 分支 合并
  build compile bundle package 构建 编译 打包
  ci pipeline workflow runner 流水线 构建机 打包机
  rollback revert roll-back 回滚 回退
  upgrade bump migrate 升级 迁移
  backup restore snapshot 备份 恢复
  dedup duplicate 重复 去重
  wrong incorrect bad corrupt 错误 不对 错乱
  lost miss drop disappear 丢失 丢了 消失 没了 收不到
  detect recognize 检测 识别 判定
  filter discard drop exclude 过滤 丢弃 排除
  encrypt hash argon2id bcrypt 加密 哈希
  leak expose 泄漏 泄露
  privacy gdpr pii personal 隐私 个人信息 脱敏
  consent agree 同意 授权
  layout spacing margin 布局 间距
  color colour theme palette 颜色 主题色 色值 配色
  dark night 深色 夜间 暗色 暗黑
  font typeface 字体 字号
  icon glyph 图标
  image picture photo thumbnail 图片 照片 缩略图
  language localization translate i18n 多语言 国际化 翻译 文案
  timezone tz utc 时区
  daylight dst 夏令时
  rank leaderboard 排行榜 榜单 排名
  page pagination cursor 分页 翻页
  sort order 排序
  cache redis 缓存
  queue kafka broker topic 队列 消息队列
  consume subscribe 消费 订阅
  partition shard 分区 分片
  cluster node kubernetes k8s 集群 节点
  region zone 地区 区域 机房
  pod contain docker 容器
  image registry 镜像
  memory heap ram 内存
  thread concurrency parallel 并发 线程
  lock mutex 锁 互斥
  transaction commit 事务
  schema migrate column 表结构 字段 迁移
  incompatible breaking 不兼容 破坏性
  version tag 版本 版本号
  switch toggle 开关 切换
  experiment ab variant 实验 灰度
  gradual canary stage 灰度 逐步 全量
  flaky instability intermittent 不稳定 偶发
  onboard newcomer setup bootstrap 新人 新同事 入职 环境搭建
  machine laptop local 本机 本地 电脑
  vm host instance 主机 实例 机器
  iphone ios ipad apple 苹果
  android 安卓
  huawei harmony 华为 鸿蒙
  xiaomi miui 小米
  train retrain fit 训练 重训
  model ml 模型
  accuracy precision mae error 准确率 精度 误差
  vendor supplier provider 供应商 厂商 服务商
  contract agreement 合同 协议
  runbook playbook handbook 手册 预案
  secret vault 密钥 保险箱
  certificate tls ssl 证书
  sign signature hmac 签名 验签
  overseas abroad foreign 海外 国外 境外
  domestic china mainland 国内 大陆
  background 后台 切后台
  offline network 离线 断网
  position gps 定位 位置
  invite referral 邀请
  deadline due 截止 期限
  column attribute 字段 属性
  legacy obsolete deprecated unused 废弃 过时 旧版 老版本
  complaint feedback 投诉 反馈
  backlog lag pile 堆积 积压
  callback webhook 回调
  email mail smtp newsletter 邮件 邮箱
  sms text 短信
  editor ide vim neovim vscode 编辑器
  shell terminal bash zsh 终端 命令行
  framework stack 框架 技术栈
  archive cold glacier 归档 冷存储
  retain keep retention 保留 留存
  bucket s3 oss storage 存储桶 对象存储
  cdn static asset 静态资源
  gateway ingress proxy nginx 网关 反向代理
  dns resolve 域名解析
  health liveness readiness probe 探活 健康检查
  restart reboot crashloop 重启
  scale autoscale replica 扩容 副本 伸缩
  dag pipeline workflow etl 工作流 调度
  warehouse lake 数仓 数据仓库
  report chart bi 报表 看板 图表
  gpu cuda 显卡
  label annotate dataset 标注 数据集
  prompt llm gpt 提示词 大模型
  requirement spec prd 需求 验收
  milestone roadmap 路线图 计划 里程碑
  freeze cutoff 封板 冻结
  directory folder path 目录 文件夹 路径
  config setting env 配置 设置 环境变量
  indent tab space 缩进 空格
  null undefined optional nullable 空值 可空
  exception throw catch 异常 抛出 捕获
  typing typed annotation pydantic 类型
  button click 按钮 点击
  modal dialog popup 弹窗 对话框
  navigation router redirect 导航 路由 跳转
  deeplink scheme 深链 唤起
  splash launch startup 启动 启动页 冷启动
  bundle apk ipa 包体 安装包 体积
  appstore 提审 上架 应用商店
  signing provisioning 签名 描述文件
  beta testflight 内测
  obfuscate proguard minify 混淆
  widget component 组件 小组件 控件
  bluetooth ble 蓝牙
  avatar profile portrait 头像 个人资料
  comment reply 评论 回复
  search 搜索 检索 查找
  coupon discount promo voucher 优惠券 折扣 优惠
  vip premium membership 会员 付费
  order checkout purchase 订单 下单 购买
  invoice receipt 发票 收据
  tax vat 税率 增值税
  currency euro dollar rmb yuan 货币 币种 人民币
  inventory stock 库存
  shipment courier logistics 物流 发货 快递 配送
  appointment booking reservation slot 预约 预订 时段
  whitelist allowlist 白名单
  blacklist blocklist 黑名单
  availability uptime slo sla 可用性
  session cookie jwt 会话 令牌
  captcha otp verification 验证码
  audit history trail 审计 操作记录
  readonly immutable 只读 不可变
  parse parser 解析 解析器
  convert transform 转换
  download 下载 拉取
  upload 上传 附件
  device hardware 设备 硬件 机型
  browser chrome safari firefox 浏览器
  diagram mermaid flowchart 流程图 架构图
  holiday vacation leave 假期 休假 请假
  emergency break-glass incident 紧急 应急
  laptop macbook mac 电脑 本机
  aws azure gcp 云上 云端
  percentage ratio 比例 占比
  graph chart plot 图表 曲线
  dialect language locale 语言 地区
`);

/** The other words of the lines that one of a text's words stands in, each with that word. */
export function nearWords(surfaces: readonly string[], runs: readonly string[]): Counterpart[] {
  const found: Counterpart[] = [];
  const add = (at: number, word: string, of: string) => {
    const begin = NEAR.lastIndexOf("\n", at) + 1;
    const end = NEAR.indexOf("\n", at);
    for (const other of NEAR.slice(begin, end === -1 ? undefined : end).trim().split(" ")) {
      if (other !== word) found.push({ word: other, of });
    }
  };
  for (const surface of new Set(surfaces)) {
    if (isStopWord(surface)) continue;
    const forms = plainForms(surface);
    for (const [at, word] of beginningWith(sharedStart(forms))) if (forms.includes(word)) add(at, word, surface);
  }
  for (const run of runs) {
    pairsOf(run).forEach((pair, place) => {
      for (const [at, word] of beginningWith(pair)) if (run.startsWith(word, place)) add(at, word, word);
    });
  }
  return found;
}

/** The words of the list that begin like this, with their places: one look through it finds every form of a word. */
function beginningWith(start: string): [at: number, word: string][] {
  const found: [number, string][] = [];
  for (let at = NEAR.indexOf(` ${start}`); at !== -1; at = NEAR.indexOf(` ${start}`, at + 1)) {
    found.push([at + 1, NEAR.slice(at + 1, NEAR.indexOf(" ", at + 1))]);
  }
  return found;
}

function sharedStart(forms: readonly string[]): string {
  let start = forms[0] ?? "";
  while (!forms.every((form) => form.startsWith(start))) start = start.slice(0, -1);
  return start;
}
