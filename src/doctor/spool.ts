/** Writes that did not come to their end. */
import { counted } from "../cli/phrases.ts";
import { type Check, eachLayer, type Finding, pass, some, together, warn } from "./check.ts";
import { leftoversOf } from "./leftovers.ts";

export const spool: Check = (patient) =>
  eachLayer(patient, ({ store }) => {
    const { say } = patient;
    const { waiting, damaged, deadLocks, cutShort, writer, temporary } = leftoversOf(store);
    const fix = say({ en: "Run `memory doctor --fix`", zh: "请运行 `memory doctor --fix`" });
    const findings: Finding[] = [];
    if (waiting.length > 0) {
      findings.push(warn(
        say({
          en: `${counted(waiting.length, "write")} of hooks waiting for the next writer`,
          zh: `${waiting.length} 次钩子写入在等待下一个写入者`,
        }),
        fix,
      ));
    }
    if (damaged.length > 0) {
      findings.push(warn(
        say({ en: `half-written: ${some(damaged, say, 3)}`, zh: `写到一半：${some(damaged, say, 3)}` }),
        say({
          en: "What could be read of it is saved; look at the rest and delete the file",
          zh: "能读出的部分已保存；请查看其余部分后删除该文件",
        }),
      ));
    }
    if (cutShort) {
      const { command, op_id } = cutShort;
      findings.push(warn(
        say({
          en: `${command} (${op_id}) was cut short; the next write completes it`,
          zh: `${command}（${op_id}）中途被打断，下一次写入会将其完成`,
        }),
        fix,
      ));
    }
    if (deadLocks.length > 0) {
      findings.push(warn(
        say({
          en: `locks of processes that are gone: ${some(deadLocks, say, 3)}`,
          zh: `进程已退出却未释放的锁：${some(deadLocks, say, 3)}`,
        }),
        fix,
      ));
    }
    if (temporary.length > 0) {
      findings.push(warn(
        say({
          en: `${counted(temporary.length, "temporary file")} left behind: ${some(temporary, say, 3)}`,
          zh: `遗留 ${temporary.length} 个临时文件：${some(temporary, say, 3)}`,
        }),
        fix,
      ));
    }
    if (findings.length > 0) return together(say, findings);
    if (writer !== undefined) return pass(say({ en: `${writer} is writing now`, zh: `${writer} 正在写入` }));
    return pass(say({ en: "nothing unfinished", zh: "没有未完成的写入" }));
  });
