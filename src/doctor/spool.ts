/** Writes that did not come to their end. */
import { counted } from "../cli/phrases.ts";
import type { Sentence } from "../sentence.ts";
import { type Check, eachLayer, type Finding, pass, some, together, warn } from "./check.ts";
import { leftoversOf } from "./leftovers.ts";

/** Whether anything waits, was left half done, or is in the way. */
export const spool: Check = (patient) =>
  eachLayer(patient, ({ store }) => {
    const { say } = patient;
    const { waiting, damaged, deadLocks, cutShort, writer, temporary } = leftoversOf(store);
    const findings: Finding[] = [];
    const tell = (detail: Sentence, next: Sentence = FIX) => void findings.push(warn(say(detail), say(next)));
    if (waiting.length > 0) {
      tell({
        en: `${counted(waiting.length, "write")} of hooks waiting for the next writer`,
        zh: `${waiting.length} 次钩子写入在等待下一个写入者`,
      });
    }
    if (damaged.length > 0) {
      const files = some(damaged, say, 3);
      tell({ en: `half-written: ${files}`, zh: `写到一半：${files}` }, {
        en: "What could be read of it is saved; look at the rest and delete the file",
        zh: "能读出的部分已保存；请查看其余部分后删除该文件",
      });
    }
    if (cutShort) {
      const { command, op_id } = cutShort;
      tell({
        en: `${command} (${op_id}) was cut short; the next write completes it`,
        zh: `${command}（${op_id}）中途被打断，下一次写入会将其完成`,
      });
    }
    if (deadLocks.length > 0) {
      const files = some(deadLocks, say, 3);
      tell({ en: `locks of processes that are gone: ${files}`, zh: `进程已退出却未释放的锁：${files}` });
    }
    if (temporary.length > 0) {
      const files = some(temporary, say, 3);
      tell({
        en: `${counted(temporary.length, "temporary file")} left behind: ${files}`,
        zh: `遗留 ${temporary.length} 个临时文件：${files}`,
      });
    }
    if (findings.length > 0) return together(say, findings);
    if (writer !== undefined) return pass(say({ en: `${writer} is writing now`, zh: `${writer} 正在写入` }));
    return pass(say({ en: "nothing unfinished", zh: "没有未完成的写入" }));
  });

const FIX: Sentence = { en: "Run `memory doctor --fix`", zh: "请运行 `memory doctor --fix`" };
