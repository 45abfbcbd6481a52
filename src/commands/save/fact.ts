/** `memory save fact` */
import { saveFacts } from "../../capture/fact.ts";
import { vectorsFollow } from "../../capture/vectors.ts";
import { choice, decimal, list, name, names, required, tags, text } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { MEMORY_TYPES } from "../../records/mod.ts";
import { openMemory } from "../../store/memory.ts";
import { savedText } from "./text.ts";

export const saveFact = defineCommand({
  name: "save fact",
  summary: { en: "Remember one fact, decision or preference", zh: "记住一条事实、决定或偏好" },
  about: {
    en:
      `O is a rule or preference that holds from now on, W a decision, deadline or cause, B how the project is built, run
and reached, S a stage of the work. Without --type the wording decides. What is true of the person and not of the
project belongs to --layer global.
The answer names what the fact seems to change (changes), else at most two records that it may replace (similar): same
matter, perhaps another value. If it does, run the command in hint.`,
    zh:
      `O 是今后要照做的规则或偏好，W 是决定、期限、原因，B 是项目怎么构建、运行、访问，S 是阶段进展。不加 --type 时按措辞判断。
对你这个人而不是对项目成立的，加 --layer global。
结果里 changes 是这条像是更改了的记录；没有时，similar 最多列出两条可能被它取代的：说的是同一件事，值也许不同。确实取代的，
执行 hint 里的命令。`,
  },
  examples: [
    `memory save fact --content 'Redis caches sessions, TTL 300 s' --type W --entities Redis`,
    `memory save fact --content 'Session TTL is 900 s' --supersedes dxgf`,
    `memory save fact --content '用户偏好 TypeScript 与函数式风格' --type O --layer global`,
  ],
  args: {
    content: required(text({ en: "What to remember, one sentence", zh: "要记住的内容，一句话" })),
    type: choice({ en: "Kind of fact", zh: "事实的种类" }, MEMORY_TYPES),
    entities: list({
      en: "Names it is about, and other words by which it may be asked for",
      zh: "涉及的名称，以及以后可能用来问它的别的说法",
    }),
    tag: tags({ en: "Tags", zh: "标签" }),
    confidence: decimal({ en: "How sure, 0–1", zh: "置信度，0–1" }, 0, 1),
    session: name({ en: "The session it comes from", zh: "来自哪个会话" }),
    supersedes: names({
      en: "The record that this one replaces; the end of its id is enough",
      zh: "被它取代的记录；只写 id 的末尾几位即可",
    }),
  },
  run({ runtime, args, projectPath, layer }) {
    const { content, type, entities, tag, confidence, session, supersedes } = args;
    const memory = openMemory(runtime, { projectPath });
    const fact = { content, memoryType: type, entities, tags: tag, confidence, session, supersedes };
    const [saved] = saveFacts(memory, [fact], layer);
    vectorsFollow(memory, saved?.layer ?? layer);
    return ok(saved);
  },
  render: savedText,
});
