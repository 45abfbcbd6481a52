/**
 * What each setting and environment variable is for, in both languages; names, defaults and ranges come from the code.
 */
import type { Sentence } from "../../src/sentence.ts";

export const SETTINGS: Readonly<Record<string, Sentence>> = {
  enabled: {
    en: "`false`: hooks do nothing, nothing is saved, searches find nothing",
    zh: "`false`：钩子什么都不做，不保存，也搜不到任何内容",
  },
  auto_save: {
    en: "`false`: the agent is never asked to save, and nothing is captured automatically",
    zh: "`false`：不会要求 agent 保存，也不会自动记录",
  },
  auto_retrieve: {
    en: "`false`: hooks give the agent no context; searching still works",
    zh: "`false`：钩子不给 agent 任何上下文；仍可主动搜索",
  },
  lang: {
    en: "Language of the texts for agents and people; `auto` follows the locale",
    zh: "给 agent 和人看的文字用什么语言；`auto` 跟随系统区域设置",
  },
  "storage.location": {
    en: "Which layers are used: the project layer before the global one, or only one of them",
    zh: "使用哪一层：先项目后全局，或只用其中一层",
  },
  "storage.retention_days": {
    en:
      "Daily records older than this many days that say nothing more (replaced, repeated, deleted, events) are backed up and removed at a session's end; -1 keeps all",
    zh: "早于这个天数、又不再需要的每日记录（被取代、重复、已删除的和会话事件）在会话结束时备份并移除；-1 表示全部保留",
  },
  "memory.load_days_full": {
    en: "A new session gets all facts of the last so many days",
    zh: "新会话载入最近这么多天的全部事实",
  },
  "memory.load_days_partial": {
    en: "From there back to this many days, it gets the newest few facts of each day",
    zh: "再往前到这么多天，每天只载入最新的几条",
  },
  "memory.load_days_max": {
    en: "From there back to this many days, it gets only facts with a high confidence",
    zh: "再往前到这么多天，只载入置信度高的",
  },
  "memory.partial_per_day": { en: "How many facts of a day count as “the newest few”", zh: "“每天最新的几条”是多少条" },
  "memory.facts_limit": { en: "The most recent facts that a new session gets in all", zh: "近期事实总共最多多少条" },
  "memory.important_confidence": { en: "From this value on, a confidence is high", zh: "置信度达到多少算高" },
  "retrieval.max_candidates": {
    en: "How many candidates recall compares before it chooses",
    zh: "召回时先取多少条候选再挑选",
  },
  "retrieval.max_results": {
    en: "The most facts that recall gives with one prompt; `memory search` has its own `--max-results`",
    zh: "每条提示最多召回多少条事实；`memory search` 用自己的 `--max-results`",
  },
  "retrieval.search_scope_days": {
    en: "How many days recall looks back; -1: without limit. `memory search` has no limit",
    zh: "召回时往前看多少天；-1 不限。`memory search` 始终不限",
  },
  "retrieval.time_decay_rate": {
    en: "The part of a score that remains after each day of age; conventions, notes and core memory do not age",
    zh: "每过一天分数剩下多少；约定、笔记和核心记忆不随时间衰减",
  },
  "retrieval.decay_floor": {
    en:
      "The part of a score that remains at any age; 0 lets old records fade out completely. Recall only: in `memory search` it is 0.98",
    zh: "衰减的下限；0 表示旧记录可以完全淡出。只用于召回：`memory search` 固定为 0.98",
  },
  "retrieval.source_weight.project": { en: "Weight of the project's memory", zh: "项目记忆的权重" },
  "retrieval.source_weight.global": { en: "Weight of the global memory", zh: "全局记忆的权重" },
  "retrieval.min_relevance": {
    en: "Recall gives no record below this relevance",
    zh: "相关度低于这个值时，召回保持沉默",
  },
  "retrieval.fusion": {
    en: "How the hits by word and the hits by meaning are merged",
    zh: "词面命中和语义命中如何合成一个列表",
  },
  "context.start_tokens": {
    en: "The most tokens of the agent's context that a session's start may take",
    zh: "会话开始时最多占用 agent 多少上下文（token）",
  },
  "context.prompt_tokens": { en: "The most tokens for one prompt", zh: "单条提示最多占用多少" },
  "recall.at_tools": {
    en: "When the agent edits a file or runs a command: `on` gives the record about it and, after a failure, what " +
      "solved the same failure before; `failures` gives only the latter; `off` gives nothing",
    zh:
      "agent 改文件、跑命令时：`on` 提醒与之有关的记忆，失败后再提醒上次同样的失败是怎么解决的；`failures` 只在失败后提醒；`off` 都不提醒",
  },
  "recall.tell_person": {
    en: "Whether you see a quiet line when the agent is given something (“memory: pool size, …”); `auto`: " +
      "only in clients that show it as a remark",
    zh: "给了 agent 什么时，要不要也给你看一行小字（“记忆：连接池，……”）；`auto`：只在会安静显示的客户端里",
  },
  "recall.tool_lines": {
    en: "The most records that are given at tool calls in one session; at most five of them without conditions",
    zh: "一个会话里，工具调用时最多提醒多少条记录；其中没有条件的至多五条",
  },
  "intent.signals.continuation": {
    en: "More words that mean “go on with earlier work”, in any language",
    zh: "更多表示“接着之前的工作”的词，语言不限",
  },
  "intent.signals.preference": { en: "More words that ask for the user's habits", zh: "更多表示“我的习惯”的词" },
  "intent.signals.project": {
    en: "More words that ask how this project does things",
    zh: "更多表示“这个项目的做法”的词",
  },
  "intent.signals.task": { en: "More words that start a task", zh: "更多表示“开始一项任务”的词" },
  "intent.signals.query": { en: "More words that ask a question", zh: "更多表示“提问”的词" },
  "intent.signals.exclude": { en: "More words that mean “don't use memory for this”", zh: "更多表示“不要用记忆”的词" },
  "save.ask_after_prompts": {
    en: "After this many prompts the agent may first be asked to save; at a goodbye it may be sooner",
    zh: "从第几条提示起才可以请 agent 保存；道别时可以更早",
  },
  "save.ask_again_prompts": {
    en: "After this many more prompts the agent may be asked to save again; 0: at most once a session",
    zh: "隔多少条提示才可以再次请 agent 保存；0 表示每个会话最多一次",
  },
  "delivery.rule_file": {
    en:
      "Where the start context goes: `auto`: Cursor's rule file, with new text in the hook's reply; `always`: only the file; `never`: only the reply",
    zh:
      "开场上下文放在哪里：`auto` 写进 Cursor 的规则文件，新内容同时由钩子给出；`always` 只写文件，`never` 只由钩子给出",
  },
  "embedding.enabled": {
    en: "`false`: search by word only, no model is ever loaded or fetched",
    zh: "`false`：只按词搜索，不加载也不下载模型",
  },
  "embedding.model": {
    en: "Which model search by meaning uses (`memory model list`)",
    zh: "语义搜索用哪个模型（见 `memory model list`）",
  },
  "embedding.endpoint": { en: "Where models are fetched from", zh: "从哪里下载模型" },
  "embedding.cache_dir": { en: "Where models are kept, for all projects", zh: "模型存放在哪里，所有项目共用" },
  "index.chunk_tokens": {
    en: "The longest piece of a text that gets its own vector",
    zh: "多长的一段文字算一块、单独做向量",
  },
  "index.chunk_overlap": { en: "How much of a piece the next piece repeats", zh: "相邻两块重叠多少" },
  "privacy.redact": {
    en: "Secrets are removed before anything is written",
    zh: "写入之前去掉密钥、口令等敏感内容",
  },
  "cleanup.auto_cleanup_days": {
    en:
      "Daily records older than this many days that say nothing more (replaced, repeated, events) are marked as deleted at the end of a session; 0: never",
    zh: "早于这个天数、又不再需要的每日记录（被取代、重复的和会话事件）在会话结束时标为已删除；0 表示从不",
  },
  "cleanup.backup_retain_days": { en: "Backups are kept this many days", zh: "备份保留多少天" },
  "log.level": {
    en: "The least severe level that is logged; DEBUG also logs every hook event",
    zh: "日志记录到哪个级别；DEBUG 记下每个钩子事件",
  },
  "log.retain_days": { en: "Logs are kept this many days", zh: "日志保留多少天" },
  "paths.data_dir": { en: "The folder of a project's memory", zh: "项目的记忆放在哪里" },
  trusted_projects: {
    en: "Projects whose own settings file may set the keys marked “trusted only”",
    zh: "哪些项目的配置文件可以设置标着“仅受信任”的键",
  },
};

export const ENVIRONMENT: Readonly<Record<string, Sentence>> = {
  MEMORY_DATA_DIR: {
    en: "The project's data folder, in place of `paths.data_dir`; where it is not there, a save is refused",
    zh: "项目的数据目录，代替 `paths.data_dir`；目录不存在时拒绝保存",
  },
  MEMORY_GLOBAL_DIR: {
    en: "The global layer's data folder; an absolute path outside of the project, or it is not used",
    zh: "全局层的数据目录；须为绝对路径，且不在项目里，否则不予采用",
  },
  MEMORY_HOME: {
    en:
      "The folder that replaces `~/.memory`: settings, models, unpacked libraries; an absolute path outside of the project, or it is not used",
    zh: "代替 `~/.memory`：设置、模型、解包的库；须为绝对路径，且不在项目里，否则不予采用",
  },
  MEMORY_LANG: { en: "`lang`", zh: "即 `lang`" },
  MEMORY_LOG_LEVEL: { en: "`log.level`", zh: "即 `log.level`" },
  MEMORY_EMBEDDING_MODEL: { en: "`embedding.model`", zh: "即 `embedding.model`" },
  MEMORY_OFFLINE: { en: "`1`: nothing is ever downloaded", zh: "`1`：绝不访问网络" },
  MEMORY_DISABLE: {
    en: "`1`: memory is switched off, as with `enabled: false`",
    zh: "`1`：关闭记忆，等同 `enabled: false`",
  },
  HF_ENDPOINT: { en: "`embedding.endpoint`: a mirror of the model hub", zh: "即 `embedding.endpoint`：模型站点的镜像" },
  NO_COLOR: { en: "No colours on a terminal", zh: "终端输出不用颜色" },
  MEMORY_INSTALL_DIR: { en: "For the installers: where the binary goes", zh: "供安装脚本使用：程序装到哪里" },
};

/** Variables that are read but belong to the clients, the shell or the system. */
export const FOREIGN_VARIABLES =
  /^(CLAUDE_|CURSOR_|GEMINI_|CODEX_|LC_|LANG$|TERM$|HOME$|HTTPS?_PROXY$|NO_PROXY$|ALL_PROXY$|https?_proxy$|no_proxy$|all_proxy$)/;
