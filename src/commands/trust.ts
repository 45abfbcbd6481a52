/** `memory trust`: the person confirms that the texts of a project's memory are theirs. */
import { flag, maybe } from "../cli/args.ts";
import { defineCommand, ok, type Outcome, preview, type Style } from "../cli/command.ts";
import { confirmLine } from "../cli/phrases.ts";
import { legible, oneLine } from "../legible.ts";
import { checkToken, issueToken } from "../store/confirm.ts";
import type { Instruction } from "../store/found.ts";
import { textDigest } from "../store/known.ts";
import { type Memory, notInitialised, openMemory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import { distrust, trust, weighedInstructions } from "../upkeep/trust.ts";

/** What is, or would be, followed. */
interface Trusted {
  readonly folder: string;
  readonly total: number;
  readonly texts: readonly { readonly file: string; readonly text: string }[];
  readonly confirm_token?: string;
  readonly undone?: boolean;
}

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
  render: renderTrust,
});

function confirmed(memory: Memory, store: Store, confirm: boolean | string): Outcome {
  const { runtime } = memory;
  const instructions = weighedInstructions(memory);
  const binding = ["trust", store.folder, ...instructions.map(({ file, text }) => `${file}\0${textDigest(text)}`)];
  const data = shown(store, instructions);
  if (instructions.length === 0) return ok(data);
  if (typeof confirm !== "string") return preview({ ...data, confirm_token: issueToken(runtime, binding) });
  checkToken(runtime, confirm, binding);
  withLock(store, LOCK_TIMEOUT_MS, (locked) => trust(locked, instructions));
  return ok(data);
}

function takeBack(store: Store): Outcome {
  const total = withLock(store, LOCK_TIMEOUT_MS, distrust);
  return ok({ folder: store.folder, total, texts: [], undone: true });
}

function shown({ folder }: Store, instructions: readonly Instruction[]): Trusted {
  // Every text that the token covers, headings and comments too: what is not shown can't be agreed to.
  return { folder, total: instructions.length, texts: instructions };
}

function renderTrust({ folder, total, texts, confirm_token, undone }: Trusted, style: Style): string {
  const { say } = style;
  if (undone) {
    return say({
      en: `Nothing of ${folder} is trusted any more beyond what you write there\n`,
      zh: `${folder} 中除你自己写的之外，不再信任任何内容\n`,
    });
  }
  if (total === 0) {
    return say({
      en: `Nothing is left to trust: what ${folder} says is followed already\n`,
      zh: `不用再信任什么：${folder} 中的内容都已照做\n`,
    });
  }
  const head = confirm_token === undefined
    ? style.green(say({ en: `Followed from now on: ${total}`, zh: `从现在起照做：${total} 条` }))
    : style.yellow(say({ en: `Would be followed from now on: ${total}`, zh: `将照做：${total} 条` }));
  const lines = texts.map(({ file, text }) => `  ${style.dim(file)}  ${oneLine(legible(text))}\n`).join("");
  const end = confirm_token === undefined ? "" : confirmLine(style, confirm_token);
  return `${head}\n${lines}${end}`;
}
