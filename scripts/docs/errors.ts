/** What each error code means and what to do, in both languages. The compiler holds the list complete. */
import type { ErrorCode } from "../../src/errors.ts";
import type { Sentence } from "../../src/sentence.ts";

export const ERRORS: Readonly<Record<ErrorCode, Sentence>> = {
  INVALID_ARGUMENT: {
    en: "An option, a value or a payload is wrong. The message names it and often the right one",
    zh: "选项、取值或内容有误；提示会指出是哪一个，往往还给出正确写法",
  },
  UNKNOWN_KEY: {
    en: "There is no such setting. The message names the nearest one",
    zh: "没有这个设置项；提示会给出最接近的",
  },
  CONFIG_INVALID: { en: "A setting's value is out of range", zh: "设置的取值超出范围" },
  IMPORT_INVALID: {
    en: "The file to import has bad lines, which are named. `--skip-invalid` leaves them out",
    zh: "导入的文件里有坏行，会列出行号；加 `--skip-invalid` 可跳过",
  },
  NO_MATCH: { en: "Nothing matched", zh: "没有匹配的内容" },
  RECORD_NOT_FOUND: { en: "No record has that id", zh: "没有这个 id 的记录" },
  BACKUP_NOT_FOUND: {
    en: "No backup has that id; `memory backups` lists them",
    zh: "没有这个备份；`memory backups` 可列出",
  },
  LOCK_BUSY: {
    en:
      "Another process is writing. Try again. The lock of a process that has ended is released automatically, the lock of a killed container after ten minutes",
    zh: "另一个进程正在写。稍后再试；持有者已退出的锁会自动解除，被强行终止的容器留下的锁十分钟后解除",
  },
  NOT_INITIALISED: {
    en: "This project has no memory yet: `memory init`",
    zh: "这个项目还没有记忆：请运行 `memory init`",
  },
  CONFIRM_EXPIRED: {
    en: "The token is older than five minutes or was used already. Ask for the preview again",
    zh: "确认码超过五分钟或已用过：请重新预览",
  },
  CONFIRM_TOO_EARLY: {
    en:
      "The token becomes valid three seconds after its preview, so that there is time to read it. Use the same token again",
    zh: "确认码在预览三秒之后才生效，好让人看清楚；它仍然有效",
  },
  UNDO_IMPOSSIBLE: {
    en: "The data that undo needs is gone, or a later change depends on it",
    zh: "撤销所需的内容已不在，或之后又有改动",
  },
  INDEX_CORRUPT: {
    en: "The index can't be read. `memory sync --rebuild` rebuilds it from the files",
    zh: "索引损坏。它可以重建：`memory sync --rebuild`",
  },
  STORE_NEWER: {
    en: "A newer version of memory wrote this index. Install that version, or run `memory sync --rebuild`",
    zh: "索引由更新的版本写成：请升级，或运行 `memory sync --rebuild`",
  },
  MODEL_UNAVAILABLE: {
    en: "There is no embedding model, so search goes by word. `memory model download` downloads it",
    zh: "没有嵌入模型：搜索按词进行。`memory model download` 可下载",
  },
  DISABLED: {
    en: "Memory is switched off here. `memory enable` switches it on",
    zh: "此处已关闭记忆：`memory enable` 可开启",
  },
  IO_ERROR: {
    en: "The system refused to read or write: the disk is full, a permission or a folder is missing",
    zh: "系统拒绝读写：磁盘满、没有权限或目录不存在",
  },
  OUTPUT_FAILED: {
    en:
      "The command ended, but its result could not be written to standard output. The message says whether it changed anything: then don't run it again",
    zh: "命令已结束，只是结果无法写到标准输出；消息会说明是否作了改动，若已改动，请不要重复执行",
  },
  INTERNAL: { en: "A defect in memory. Please report it with the message", zh: "程序自身的缺陷；请附上提示信息反馈" },
};
