/** What each of doctor's checks looks at and what to do, in both languages. The compiler holds the list complete. */
import type { CheckId } from "../../src/doctor/mod.ts";
import type { Sentence } from "../../src/sentence.ts";

export const DOCTOR: Readonly<Record<CheckId, Sentence>> = {
  jsonl_parseable: {
    en:
      "Every line of the JSONL files can be read. A bad line (an interrupted write, an edit) is named, kept and skipped: correct it in an editor. A setting that can't be used, or that nothing reads, is named, and so is a file that nobody reads, such as the conflict copy of a tool that syncs",
    zh:
      "JSONL 的每一行都能解析。坏行（写到一半、手工改坏）会指出位置、原样保留并跳过：用编辑器改好即可。无法使用或没人读取的设置，以及没人读取的文件（如同步工具的冲突副本），也会指出",
  },
  id_unique: {
    en:
      "No two records share an id. After a git merge one record may occur twice; that is normal: a deletion wins, unless the record was brought back since, then the newest. If different records share an id, such as an old text that a merge put beside one edited by hand without `updated_at`, both are named: delete the old one, or keep both by `--fix`, which gives each its own id",
    zh:
      "没有两条记录共用一个 id。git 合并之后同一条记录的 id 重复是正常的：删除优先（之后又找回的除外），其次取最新。不同的记录共用一个 id 时（例如手工修改没写 `updated_at`，合并又放回了旧内容），两条都会指出：删掉旧的，或用 `--fix` 两条都留，各用自己的 id",
  },
  sqlite_accessible: {
    en:
      "The index can be opened. If not: `memory sync --rebuild` rebuilds it from the files. Where its file system has no locks, each call reads the files anew: hooks have time for some hundred records",
    zh:
      "索引能打开。它可以重建：`memory sync --rebuild`。文件系统没有文件锁时，每次调用都重新读取文件：钩子的时间只够读几百条",
  },
  index_fresh: {
    en: "The index is up to date with the files. Every search updates it; `memory sync` updates it now",
    zh: "索引与文件同步。每次搜索都会先同步；`memory sync` 立即同步",
  },
  model_cache: {
    en: "The embedding model is installed and complete. If not, search goes by word: `memory model download`",
    zh: "嵌入模型在且完整。没有它时按词搜索：`memory model download`",
  },
  consistency: {
    en: "Files and index hold the same records, row by row. If not: `memory sync --rebuild`",
    zh: "文件与索引的记录逐条一致：否则 `memory sync --rebuild`",
  },
  daily_spike: {
    en:
      "No day has far more records than usual. The cause may be a loop, or an agent that saves everything. Look with `memory show --day`, then clean up with `memory delete --from --to --scope daily`",
    zh:
      "没有哪天的记录远多于平时：可能是循环写入，或 agent 什么都存。用 `memory show --day` 查看，再用 `memory delete --from --to --scope daily` 清理",
  },
  duplicate_rate: {
    en: "Few ids occur twice. Many such ids mean that a file was copied into another",
    zh: "重复的 id 很少；很多则说明有文件被拷进了另一个文件",
  },
  log_errors: {
    en: "The log of the last days holds few errors. The newest is shown",
    zh: "最近几天的日志里错误很少；会显示最新的一条",
  },
  hooks_installed: {
    en: "The clients' hooks call this binary by a path that exists. If not: `memory init`",
    zh: "客户端的钩子调用的是这个程序，且路径存在：否则 `memory init`",
  },
  binary_version: {
    en: "The hooks run the same binary as you. After an upgrade the two may differ",
    zh: "正在运行的程序和钩子调用的程序：升级之后两者可能不是同一个",
  },
  permissions: {
    en: "You can read and write the data folder, its disk has room, and nobody can read it but who writes it, too",
    zh: "数据目录可读可写，磁盘还有空间，而且除了一同写入的人，只有你能读",
  },
  home: {
    en:
      "Shows where this machine keeps the project's index, audit log and backups, how many texts are only weighed because others may have written them, and which homes have lost their project. For a memory that was not made here: `memory trust`",
    zh:
      "本机把项目的索引、审计日志和备份放在哪里，有多少条文字因可能出自他人而只供参考，以及所属项目已不在原处的本机目录。不是在本机建立的记忆：`memory trust`",
  },
  notes_index: {
    en: "Notes and INDEX.md agree. If not: `memory note index`; `memory note check` tells more",
    zh: "笔记与 INDEX.md 一致：否则 `memory note index`；`memory note check` 有详情",
  },
  spool: {
    en:
      "No write of a hook is waiting, and no old lock or unfinished change is left. The next write merges or completes them",
    zh: "没有钩子来不及写入而等待的内容，也没有遗留的锁或做到一半的修改；下一次写入会合并或完成",
  },
  delivery: {
    en: "The texts for the agent arrived. Transcripts and replies prove it, for each channel",
    zh: "给 agent 的内容确实送到：按渠道在会话记录和回复里找证据",
  },
  older_tools: {
    en:
      "No older memory tool (Memory Skill v1, the Python original, LingXi) is still connected, or holds records that were not imported. If one is: `memory init --take-over`, `memory import`. No `notes/share` lies in another folder than the one that is read",
    zh:
      "没有旧的记忆工具（Memory Skill v1、Python 版、灵犀）仍接在这里，也没有未导入的旧记忆：`memory init --take-over`、`memory import`。没有 `notes/share` 放在不被读取的目录里",
  },
  secrets: {
    en: "With `--deep`: the memory holds no credential. Each one found is named by record and kind: edit or purge it",
    zh: "加 `--deep`：记忆里没有凭据。找到的会按记录和类别指出：请修改或彻底清除",
  },
};
