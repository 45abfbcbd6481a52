/** `memory trust`: the person confirms that the texts of a project's memory are theirs. */
import { flag, maybe } from "../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../cli/command.ts";
import { confirmLine, type Style } from "../cli/terminal.ts";
import { legible, oneLine } from "../legible.ts";
import { consentIn } from "../store/confirm.ts";
import type { Instruction } from "../store/found.ts";
import { textDigest } from "../store/known.ts";
import { type Memory, notInitialised, openMemory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import { distrust, trust, weighedInstructions } from "../upkeep/trust.ts";

export const trustCommand = defineCommand({
  name: "trust",
  summary: {
    en: "Say that what this project's memory brought is yours, so that it is followed",
    zh: "确认本项目记忆带来的内容出自你本人，从此照做",
  },
  about: {
    en:
      `What a clone or an archive brings, and what git tracks, is given to agents to be weighed, not followed. On a second
machine of yours, or for what your team wrote, this shows each such text and follows it once you confirm: as it reads
now. What a later pull changes is weighed again.`,
    zh: `克隆或压缩包带来的内容，以及 git 跟踪的内容，只供 agent 参考，不会照做。在你的另一台电脑上，或对团队写下的
内容，本命令逐条列出，确认后才照做：只限现在的文字。之后 pull 带来的改动仍只供参考。`,
  },
  examples: ["memory trust", "memory trust --undo"],
  args: {
    confirm: maybe({ en: "Follow what was shown, with its token", zh: "照做所列内容，须带预览给出的确认码" }, "TOKEN"),
    undo: flag({ en: "Take it all back: they are weighed again", zh: "全部收回：重新只供参考" }),
  },
  run({ runtime, args, projectPath }) {
    const memory = openMemory(runtime, { projectPath });
    if (!memory.project) throw notInitialised(memory, "project");
    return args.undo ? takeBack(memory.project) : confirmed(memory, memory.project, args.confirm);
  },
});

function confirmed(memory: Memory, store: Store, confirm: boolean | string): Outcome {
  const { runtime } = memory;
  const { folder } = store;
  const texts = weighedInstructions(memory);
  const binding = () => ["trust", folder, ...texts.map(({ file, text }) => `${file}\0${textDigest(text)}`)];
  // Every text that the token covers, headings and comments too: what is not shown can't be agreed to.
  const data = { folder, total: texts.length, texts };
  if (texts.length === 0) {
    return ok(data, ({ folder }, { say }) =>
      say({
        en: `Nothing is left to trust: what ${folder} says is followed already\n`,
        zh: `不用再信任什么：${folder} 中的内容都已照做\n`,
      }));
  }
  const consent = consentIn(runtime, confirm, true);
  if (!consent.isGiven) {
    return preview({ ...data, ...consent.seal(binding) }, ({ total, texts, confirm_token }, style) => {
      const head = style.yellow({ en: `Would be followed from now on: ${total}`, zh: `将照做：${total} 条` });
      return `${head}\n${textLines(texts, style)}${confirmLine(style, confirm_token)}`;
    });
  }
  consent.check(binding);
  withLock(store, LOCK_TIMEOUT_MS, (locked) => trust(locked, texts));
  return ok(data, ({ total, texts }, style) => {
    const head = style.green({ en: `Followed from now on: ${total}`, zh: `从现在起照做：${total} 条` });
    return `${head}\n${textLines(texts, style)}`;
  });
}

function textLines(texts: readonly Instruction[], style: Style): string {
  return texts.map(({ file, text }) => `  ${style.dim(file)}  ${oneLine(legible(text))}\n`).join("");
}

function takeBack(store: Store): Outcome {
  const total = withLock(store, LOCK_TIMEOUT_MS, distrust);
  return ok({ folder: store.folder, total, texts: [], undone: true }, ({ folder }, { say }) =>
    say({
      en: `Nothing of ${folder} is trusted any more beyond what you write there\n`,
      zh: `${folder} 中除你自己写的之外，不再信任任何内容\n`,
    }));
}
