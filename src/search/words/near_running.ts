/**
 * How software runs: what goes wrong, deploying, machines, networks, data, queues, security, watching it, models. Lines
 * of near.ts, which says what a line is.
 */
export const RUNNING = `
  slow latency performance lag sluggish 性能 耗时 很慢 太慢 变慢
  latency p95 p99 percentile millisecond 延迟 耗时 响应时间
  sluggish unresponsive laggy latency 卡顿 反应慢 没反应 响应慢 迟钝
  forever latency duration 好久 耗时 太久 等很久
  tune speedup performance 提速 加速 变快
  bottleneck hotspot profiler flamegraph 瓶颈 热点 火焰图 性能分析
  cpu saturation spike 飙高 打满 占用高
  spike surge burst peak 突增 高峰 激增 尖峰 流量高峰
  memory heap ram 内存
  memory-leak leak heap rss oom 内存泄漏 内存上涨 内存溢出
  oom oomkilled heap 内存不足 内存溢出 被杀
  gc garbage 垃圾回收
  crash segfault segmentation panic oom 崩溃 闪退
  crashloop crashloopbackoff restart 反复重启 起不来 不断重启
  hang stuck freeze deadlock 卡住 卡死 挂起 阻塞
  broken fail failure error 报错 失败 出错 故障
  outage incident downtime 事故 故障 宕机
  unavailable unreachable outage 502 503 挂了 宕机 不可用 打不开 访问不了
  500 internal-error exception 服务器错误 内部错误
  404 notfound 找不到 不存在
  401 403 unauthorized forbid 没权限 无权限 未授权 拒绝访问
  429 throttle rate-limit ratelimit 限流 太频繁 请求过多
  timeout 504 deadline 超时
  timeout hang slow 连接超时 请求超时 超时 一直转圈
  retry reattempt backoff 重试 重传 重发
  reconnect disconnect 重连 断连 断线 断开
  resend retransmit 重传 重发 补传
  throttle quota rate 限流 配额 频率限制
  circuit-breaker breaker hystrix fallback 熔断 降级 兜底
  degrade degradation fallback 降级 兜底 容灾
  avalanche thundering-herd stampede 雪崩 击穿 惊群
  max maximum limit cap 上限 最多 最大 限制
  min minimum 下限 最少 最小 最低
  interval frequency cadence 间隔 频率 多久一次
  how-often interval cron hourly nightly 多久一次 每隔
  多久跑一次 几点跑 cron schedule interval nightly 定时任务 每晚
  how-long ttl retention timeout duration 多长时间 多久 时长
  retention ttl purge expire 保留多久 存多久 保留期 留多久
  expire ttl lifetime valid 过期 有效期 到期 失效
  stale outdated cache invalidate 没更新 不更新 旧数据 缓存 没刷新
  invalidate evict purge ttl 失效 淘汰 清缓存 刷新缓存
  cache redis memcached 缓存
  schedule cron timer 定时任务 定时 排期
  cron airflow scheduler celery 定时任务 调度 计划任务
  nightly daily 每晚 每天 每日
  midnight nightly 凌晨 半夜 夜里
  weekly week 每周 周报
  alert alarm notify 告警 报警 预警
  pager pagerduty opsgenie alert 告警 值班 叫醒
  false-positive noise noisy alert 误报 告警太多 噪音
  metric monitor dashboard 监控 指标 面板 看板
  prometheus grafana datadog metric 监控 指标
  sentry bugsnag crashlytics exception 错误上报 崩溃上报 异常监控
  log trace 日志
  logger logging pino zap winston 日志 打日志 日志库
  log kibana loki splunk elk 日志平台 查日志 看日志
  loglevel log-level verbose debug 日志级别
  trace span opentelemetry jaeger correlation 链路追踪 链路 追踪
  traceid request-id correlation trace 请求编号 追踪号 链路
  availability uptime slo sla 可用性
  health liveness readiness probe heartbeat 探活 健康检查 心跳
  deploy release ship rollout publish 部署 发布 上线 发版
  argocd helm flux kustomize 部署 编排 持续部署
  release-day ship window 发版日 发布窗口 上线窗口
  gradual canary stage 灰度 逐步 全量
  bluegreen blue-green cutover 蓝绿 切流 切换
  experiment ab variant 实验 灰度
  rollback revert roll-back 回滚 回退
  zero-downtime drain graceful rolling 不停机 平滑 优雅停机 滚动
  restart reboot crashloop 重启
  scale autoscale replica hpa 扩容 副本 伸缩 弹性
  capacity headroom quota 容量 余量 配额
  staging stage preprod uat 预发布 预发 测试环境
  sandbox staging uat 沙箱 沙盒 测试环境
  production prod live 生产环境 线上 正式环境
  tenant multitenant multi-tenant isolation 租户 多租户 隔离
  url address host domain 地址 域名 网址 链接
  bucket path prefix 存哪 放哪 存在哪 放在哪
  host port bind 端口
  dns resolve cname nameserver 域名解析 解析
  gateway ingress proxy nginx envoy 网关 反向代理
  load-balancer balancer haproxy alb 负载均衡
  cdn static asset cloudfront 静态资源 加速
  cors preflight cross-origin origin 跨域
  websocket sse long-poll polling realtime 长连接 实时 轮询 推流
  firewall whitelist security-group inbound 防火墙 安全组 入站 端口
  whitelist allowlist 白名单
  blacklist blocklist ban 黑名单 封禁 拉黑
  vpn bastion jump-host tailscale 跳板机 堡垒机 内网 专线
  ssh bastion 登录服务器 跳板机
  ip egress nat static-ip 出口 固定地址
  packet mtu loss 丢包
  bandwidth throughput egress traffic 带宽 流量 吞吐
  qps rps tps throughput 吞吐 每秒请求 并发量
  cluster node kubernetes k8s 集群 节点
  namespace kubeconfig kubectl cluster 命名空间
  pod contain docker 容器
  image registry ecr 镜像 镜像仓库
  dockerfile alpine distroless base-image 基础镜像 镜像体积
  nodepool taint toleration 节点 污点 节点池
  region zone 地区 区域 机房 可用区
  datacenter colo onprem self-host 机房 自建 私有化 本地部署
  aws azure gcp 云上 云端
  aliyun alibaba tencent huaweicloud 阿里云 腾讯云 华为云 云厂商
  serverless lambda cloud-function faas 函数计算 云函数 无服务器
  terraform pulumi ansible iac 基础设施 编排脚本
  vm host instance ec2 主机 实例 机器
  bucket s3 oss storage minio 存储桶 对象存储
  disk storage volume 磁盘 存储 硬盘
  disk-full enospc disk 磁盘满 空间不足 写满
  inode descriptor ulimit 句柄 文件描述符
  archive cold glacier 归档 冷存储
  retain keep retention 保留 留存
  backup restore snapshot 备份 恢复
  backup rpo rto disaster 容灾 灾备 备份恢复 异地
  failover standby replica primary 主备 故障转移 切主 备库
  cost bill spend expense budget price 费用 成本 开销 价格 预算 多少钱
  finops spot cheaper 省钱 降本 竞价实例 预留实例
  database postgres mysql mariadb 数据库 存储
  schema migrate column 表结构 字段 迁移
  migration flyway liquibase alembic 迁移 建表 加字段 改表
  ddl alter column migration 加字段 加列 改表 表结构
  column attribute 字段 属性
  index slow-query seqscan 索引 慢查询 全表扫描
  eager preload dataloader 循环查询 预加载
  transaction commit 事务
  isolation serializable phantom dirty-read 隔离级别 脏读 幻读
  race race-condition concurrent 竞态 竞争 并发问题 同时修改
  lock mutex 加锁 互斥 锁住
  optimistic pessimistic 乐观锁 悲观锁
  oversell overbook double-booking race 超卖 重复预约 约重了 撞单
  thread concurrency parallel 并发 线程
  pool connection pgbouncer exhaust 连接池 连接数 连不上
  exhaust saturate pool 连接满 打满 耗尽
  replica replication lag read-replica 主从 从库 只读库 同步延迟
  inconsistent consistency mismatch drift 不一致 对不上 数据不同 一致性
  eventual consistency stale 最终一致 延迟
  partition shard 分区 分片
  sharding shard split-table 分库 分表 分库分表
  soft-delete tombstone 软删除 逻辑删除 标记删除
  delete remove drop purge erase 删除 移除 清除
  lost miss drop disappear 丢失 丢了 消失 没了 收不到
  data-loss lost durable fsync 丢数据 数据丢失 落盘
  wrong incorrect bad corrupt 错误 不对 错乱
  dedup duplicate 重复 去重
  duplicate twice idempotent 重复 两次 两遍 幂等
  queue kafka broker topic 队列 消息队列
  rabbitmq kafka pulsar rocketmq sqs nats 消息队列 消息中间件
  consume subscribe 消费 订阅
  consumer offset rebalance 消费组 位点 重平衡
  backlog lag pile 堆积 积压
  dlq dead-letter poison 死信 毒消息
  ordering sequence 乱序 保序
  outbox cdc debezium 变更捕获 本地消息表
  saga compensation two-phase distributed-transaction 分布式事务 补偿 最终一致
  callback webhook 回调
  batch bulk chunk 批量 批处理 分批
  stream flink spark streaming 实时计算 流处理 流式
  dag pipeline workflow etl 工作流 调度
  etl ingest dbt airbyte 抽数 入仓 同步数据 取数
  warehouse lake 数仓 数据仓库
  warehouse snowflake bigquery clickhouse doris hive 数仓 分析库
  backfill replay reprocess 补数 回填 回补 重跑
  freshness delay late 时效 数据晚 迟到 没出数
  lineage upstream downstream 血缘 上游 下游
  data-quality validation anomaly 脏数据 数据质量 数据异常
  report chart bi 报表 看板 图表
  tracking analytics mixpanel amplitude event 埋点 统计 上报
  funnel conversion drop-off 转化 漏斗 转化率 流失
  dau mau 日活 月活 活跃 留存
  search elasticsearch opensearch lucene 搜索 检索 全文检索
  synonym analyzer tokenizer segmentation 分词 同义词
  relevance ranking bm25 score 相关性 搜不到 搜不准
  password secret credential token 密码 密钥 口令 凭证
  secret vault kms 密钥 保险箱 密钥管理
  rotate rotation expire 轮换 定期更换
  leak expose 泄漏 泄露
  leak revoke rotate compromise 泄露 吊销 作废
  encrypt hash argon2id bcrypt 加密 哈希
  encrypt aes kms 加密 加密存储 密文
  certificate tls ssl https 证书
  cert letsencrypt acme renew 证书 证书续期 证书过期
  sign signature hmac 签名 验签
  login signin sso auth authentication 登录 登陆 认证 鉴权
  sso saml oidc okta keycloak 单点登录 统一登录
  oauth openid google-login third-party 第三方登录 授权登录
  2fa mfa totp two-factor authenticator 两步验证 双因素 二次验证
  session cookie jwt 会话 令牌
  logout log-out session kick 掉线 退出登录 被踢 登出 重新登录
  refresh-token jwt expire 刷新令牌 续期 登录态
  captcha otp verification 验证码
  lockout brute-force attempt 锁定 暴力破解 输错
  permission role access privilege 权限 角色
  rbac acl policy permission 权限模型 权限控制 访问控制
  admin superuser root backoffice 管理员 后台 管理后台
  audit history trail 审计 操作记录
  privacy gdpr pii personal 隐私 个人信息 脱敏
  anonymize mask redact pseudonymize pii 脱敏 匿名 打码 遮盖
  consent agree 同意 授权
  compliance gdpr hipaa soc iso 合规 等保 审计
  forget erase account-deletion gdpr 注销 删除账号 销户
  vulnerability cve patch advisory 漏洞 安全补丁
  pentest penetration audit vulnerability 渗透 安全测试 安全扫描
  xss csrf injection sanitize escape 注入 转义 跨站
  attack ddos waf 攻击 刷量 防刷
  fraud risk abuse chargeback 风控 欺诈 作弊 黑产
  break-glass emergency incident 紧急 应急
  emergency hotfix urgent 紧急 加急 应急
  runbook playbook handbook 手册 预案
  model ml 模型
  train retrain fit 训练 重训
  finetune fine-tune lora sft 微调 精调
  checkpoint safetensors 检查点 权重 模型文件
  inference serving triton vllm predict 推理 在线预测 模型服务
  gpu cuda a100 h100 vram 显卡 显存
  accuracy precision mae error 准确率 精度 误差
  recall precision f1 auc 召回率 准确率 漏检 误检
  overfit overfitting regularization dropout 过拟合 泛化
  drift retrain 漂移 分布变化 效果变差
  label annotate dataset 标注 数据集
  annotation labelstudio annotator 标注 打标 标注员
  imbalance class-weight oversample 样本不均 样本不平衡
  feature-store feast 特征 特征库
  embedding vector pgvector faiss milvus 向量 向量库 向量检索
  prompt llm gpt claude 提示词 大模型
  hallucination grounding rag retrieval 幻觉 瞎编 胡说 检索增强
  token context-window 上下文 上下文长度
  experiment mlflow wandb tracking 实验记录 实验管理
  detect recognize 检测 识别 判定
  ocr recognize scan 文字识别 识别
  filter discard drop exclude 过滤 丢弃 排除
  outlier anomaly spike 异常值 离群 毛刺
  impute nan 缺失值 空值 填补
  sample downsample 采样 抽样 降采样
  smooth smoothing kalman median 平滑 滤波 抖动
`;
