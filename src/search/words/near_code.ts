/**
 * How software is written: the work, its people and conventions, languages, tests, tools. Lines of near.ts, which says
 * what a line is.
 */
export const CODE = `
  todo outstanding unfinished leftover remain pending 待办 遗留 没做 未完成 还没 剩下 还差 未做
  library package dependency module 第三方库 依赖 三方库 类库
  lockfile lock pin frozen 锁定版本 锁文件 固定版本
  version tag semver 版本 版本号
  upgrade bump migrate 升级 迁移
  outdated renovate dependabot upgrade 依赖更新 升级依赖
  license mit gpl copyleft 许可证 开源协议 协议
  lint linter ruff eslint format formatter 代码检查 规范
  prettier biome format formatter 格式化
  precommit hook husky lefthook 提交前 钩子
  convention style guideline standard 规范 约定 风格
  name prefix suffix 命名 前缀 后缀
  camelcase snakecase kebab casing 驼峰 下划线 命名 大小写
  comment docstring jsdoc godoc 注释 文档注释
  commit message conventional 提交信息 提交 提交说明
  commit-message changelog conventional 提交信息 提交规范
  branch merge rebase 分支 合并
  trunk gitflow branch 主干 分支模型 分支策略
  squash rebase fast-forward 压缩提交 变基 合并方式
  cherrypick cherry-pick backport hotfix 摘樱桃 热修复 补丁 摘取
  review reviewer codeowner approval 评审 代码评审 评审人 审批人
  approve review sign-off 评审 审批 审查
  pr mr pull-request merge-request 合并请求
  monorepo workspace turborepo lerna 单仓 大仓 多包
  submodule subtree vendored 子模块 子仓库
  gitignore untracked 忽略文件 不提交
  lfs binary 大文件 二进制
  build compile bundle package 构建 编译 打包
  bundler webpack vite rollup esbuild 打包工具 构建工具
  makefile justfile taskfile 脚本命令 快捷命令
  ci pipeline workflow runner 流水线 构建机 打包机
  ci actions jenkins gitlab-ci 持续集成 流水线
  artifact nexus artifactory 制品 产物 制品库
  indent tab space 缩进 空格
  semicolon quote 分号 引号
  line-length wrap column 行宽 换行 每行
  null undefined optional nullable 空值 可空
  nullpointer npe null-pointer 空指针 空引用
  exception throw catch 异常 抛出 捕获
  error-handling result exception swallow 错误处理 吞掉 异常处理
  errno errorcode error-code 错误码
  assert invariant panic 断言
  typing typed annotation pydantic 类型
  strict typecheck tsc mypy 严格模式 类型检查
  enum constant literal 枚举 常量
  magic hardcode hard-coded constant 写死 硬编码 魔法数 魔数
  class oop functional inheritance 面向对象 函数式 继承
  alias tsconfig 路径别名 相对路径 绝对路径
  default-export named-export 默认导出 具名导出
  circular cycle cyclic 循环依赖 循环引用 互相引用
  di injection inject 依赖注入
  singleton global static 单例 全局变量
  async await promise callback 异步 回调
  goroutine coroutine channel async 协程 通道
  test spec unit 单测 单元测试 测试用例
  test-case vitest jest pytest junit 测试框架 单测 用例
  coverage threshold uncovered 覆盖率 覆盖
  e2e playwright cypress selenium 端到端 界面测试
  integration-test testcontainers 集成测试 联调
  mock stub fake simulate 模拟 打桩 假数据
  fixture seed sample 测试数据 样例数据 种子
  factory faker dummy 造数 假数据 测试数据
  snapshot golden baseline 快照 基准图 快照测试
  visual screenshot percy chromatic 视觉回归 截图对比 截图测试
  regression smoke sanity 回归 冒烟
  contract-test pact 契约测试 契约
  fuzz quickcheck hypothesis 模糊测试 随机测试
  load-test k6 jmeter locust benchmark 压测 压力测试
  flaky instability intermittent 不稳定 偶发
  skip quarantine flaky 跳过 隔离
  tdd test-first 先写测试 测试驱动
  qa tester acceptance 验收 测试人员 提测
  emulator simulate simulator 模拟器 真机
  debug breakpoint debugger 调试 断点
  stacktrace traceback stack-trace 堆栈 调用栈
  refactor cleanup rewrite debt 重构 重写 技术债
  legacy obsolete deprecated unused 废弃 过时 旧版 老版本
  deprecate sunset retire decommission 下线 弃用 停用 退役
  incompatible breaking 不兼容 破坏性
  compatible backward polyfill fallback 兼容 向后兼容 老设备
  parse parser 解析 解析器
  serialize json protobuf msgpack marshal 序列化 编码格式
  regex regexp 正则 匹配规则
  encoding charset utf gbk mojibake garbled 乱码 编码 字符集
  gibberish garbled encoding tofu 乱码 豆腐块
  crlf newline eol 换行符 行尾
  slash backslash separator 斜杠 反斜杠 路径分隔
  float precision decimal round 浮点 精度 小数 四舍五入
  money cent decimal amount 金额 小数 整数分
  datetime timestamp iso utc 时间戳 时间格式 日期格式
  timezone tz utc 时区
  daylight dst 夏令时
  clock ntp skew drift 时钟 对时 时间不准 时间差
  seed nondeterministic 种子 随机数
  uuid ulid snowflake autoincrement identifier 主键 雪花 自增 编号
  slug permalink identifier 短链 别名
  singular plural 单数 复数
  readonly immutable 只读 不可变
  side-effect pure impure 副作用 纯函数
  codegen generate 代码生成 自动生成 生成的代码
  template boilerplate scaffold 模板 脚手架
  readme docs wiki documentation 文档 说明文档 知识库
  adr decision rfc rationale 决策 决策记录 选型
  changelog release-notes 更新日志 发版说明 版本说明
  diagram mermaid flowchart plantuml 流程图 架构图 时序图
  storybook docs component 组件文档 示例
  swagger openapi redoc 接口文档 接口定义
  endpoint api route 接口
  rest resource plural verb 接口规范 接口命名 资源名
  graphql resolver apollo 查询语言 聚合接口
  grpc protobuf proto rpc 远程调用
  versioning v1 v2 deprecate 接口版本 版本前缀
  envelope response payload 返回格式 响应格式 返回结构 统一返回
  status-code http 状态码
  page pagination paginate cursor offset 分页 翻页 游标
  payload body dto 请求体 报文 入参
  validate validation zod joi schema 校验 验证 参数校验
  idempotent idempotency 幂等 重复提交
  framework stack 框架 技术栈
  rust golang kotlin 编程语言 开发语言
  server backend 服务端 后端 服务器
  frontend client 前端 客户端
  orm prisma sqlalchemy gorm hibernate 持久层 数据访问
  rawsql raw-sql orm query-builder 裸写 手写语句
  editor ide vim neovim vscode intellij 编辑器
  shell terminal bash zsh 终端 命令行
  cli command-line terminal 命令行
  os linux macos windows ubuntu 操作系统
  laptop macbook mac 电脑 本机
  machine laptop local 本机 本地 电脑
  proxy vpn 代理 翻墙 内网
  mirror registry npmrc 镜像源 私有源
  nvm node runtime 运行时
  virtualenv venv conda poetry uv 虚拟环境 环境
  npm pnpm yarn bun package-manager 包管理 包管理器
  onboard newcomer setup bootstrap 新人 新同事 入职 环境搭建
  getting-started quickstart bootstrap setup 怎么跑 跑起来 上手 怎么启动
  secret env dotenv 环境变量 密钥
  config setting env 配置 设置 环境变量
  feature-flag toggle launchdarkly unleash 开关 特性开关
  switch toggle 开关 切换
  directory folder path 目录 文件夹 路径
  layout structure folder 目录结构 项目结构
  layer hexagonal ddd clean-architecture 分层 领域 架构
  microservice monolith 微服务 单体 拆服务
  owner maintainer responsible contact 负责人 负责 维护 对接人 接口人 联系人
  who-own who-maintain owner maintainer codeowner 谁负责 谁维护 负责人
  contact escalate 找谁 问谁 联系人 对接人
  oncall pager rota rotation 值班 轮值 排班
  meet standup 会议 例会 电话会
  standup daily sync 站会 晨会 例会
  retro retrospective postmortem 复盘 回顾
  postmortem rca root-cause 复盘 根因 事故报告
  sprint iteration cadence 迭代 冲刺 周期
  ticket jira issue 工单 任务单 需求单
  kanban board trello jira 看板 任务板
  estimate storypoint story-point effort 估时 估点 工时 人天 工作量
  milestone roadmap 路线图 计划 里程碑
  deadline due 截止 期限
  deadline eta launch-date due 上线时间 交付 截止 排期
  requirement spec prd 需求 验收
  stakeholder sponsor sign-off 甲方 干系人 拍板
  blocker impediment 卡点 阻塞
  handover handoff transition 交接 移交
  freeze cutoff code-freeze 封板 冻结 封网
  vendor supplier provider 供应商 厂商 服务商
  outsource contractor freelancer agency 外包 外部团队
  contract agreement 合同 协议
  lawyer counsel legal 法务 律师
  nickname alias codename code-name 代号 别名 别称
  glossary term terminology jargon 术语 黑话 名词
  wording tone copy 文案 措辞 语气
  british american spelling 英式 美式 拼写
  prefer preference favourite habit 偏好 习惯
  concise brief verbose terse 简短 简洁 啰嗦 精简
  reply answer language 回复语言 中文回答 英文回答
  emoji emoticon 表情 表情符号
`;
