/** An import in words: its preview, its result, and why nothing was taken in. */
import type { Style } from "../../cli/command.ts";
import { confirmLine, counted } from "../../cli/phrases.ts";
import { MemoryError } from "../../errors.ts";
import type { Invalid } from "../../exchange/incoming.ts";
import type { ImportMode, Taken } from "../../exchange/take_in.ts";
import { inResult, type Sentence } from "../../sentence.ts";

/** A fact that an import makes. */
export interface ShownFact {
  readonly id: string;
  readonly memory_type: string;
  readonly content: string;
}

/** What an import came to, or would come to: only then it has a `message`. */
export interface Imported extends Omit<Taken, "renamed" | "fresh"> {
  /** Of a client's own memory: each fact that is made of it. */
  readonly facts?: readonly ShownFact[];
  readonly renamed?: number;
  /** What the person should know of things that were imported all the same. */
  readonly remarks?: readonly Invalid[];
  /** Kinds of secrets that were taken out. */
  readonly redacted?: readonly string[];
  readonly invalid: readonly Invalid[];
  readonly mode: ImportMode;
  readonly format: string;
  readonly message?: Sentence;
  readonly confirm_token?: string;
  readonly backup_path?: string;
  readonly index_synced?: boolean;
}

/** What a preview says would happen; `replaced` is how many records make room, undefined when none does. */
export function importMessage(
  { imported, existing }: Pick<Taken, "imported" | "existing">,
  replaced?: number,
): Sentence {
  const words: Sentence = replaced === undefined
    ? {
      en: `${counted(imported, "record")} would be added, ${existing} are here already`,
      zh: `将导入 ${imported} 条新记录，保留已有的 ${existing} 条`,
    }
    : {
      en: `${counted(imported, "record")} would take the place of the ${replaced} that are here (backed up first)`,
      zh: `将用导入的 ${imported} 条记录替换现有的 ${replaced} 条（先自动备份）`,
    };
  return inResult(words);
}

/** The first of thousands of bad lines say what is wrong. */
const INVALID_SHOWN = 100;

/** The lines that are no records, as the result holds them. */
export function invalidShown(invalid: readonly Invalid[]) {
  return invalid.slice(0, INVALID_SHOWN).map(({ reason, ...place }) => ({ ...place, reason: inResult(reason) }));
}

/** The failure when an input holds what is no record, and that was not to be left out. */
export function invalidInput(input: Sentence, invalid: readonly Invalid[]): MemoryError {
  const [first] = invalid;
  const more = invalid.length - 1;
  return new MemoryError("IMPORT_INVALID", {
    en: `${input.en} holds what is no record: ${
      first?.file ? `${first.file}, ` : ""
    }line ${first?.line}: ${first?.reason.en}${more > 0 ? ` (and ${more} more)` : ""}`,
    zh: `${input.zh} 中有不是记录的内容：${
      first?.file ? `${first.file} ` : ""
    }第 ${first?.line} 行：${first?.reason.zh}${more > 0 ? `（另有 ${more} 处）` : ""}`,
  }, {
    en: "Nothing was imported; --skip-invalid takes in the rest",
    zh: "什么都没有导入；加 --skip-invalid 可导入其余内容",
  }, { data: { invalid: invalidShown(invalid) } });
}

/** An import as a person reads it, before and after. */
export function importText(
  { message, confirm_token, ...result }: Imported,
  style: Style,
): string {
  const {
    imported,
    existing,
    skipped,
    invalid,
    skipped_because,
    renamed = 0,
    remarks = [],
    facts = [],
    redacted = [],
  } = result;
  const sums = style.say({
    en: `${imported} new, ${existing} already here, ${skipped} left out\n`,
    zh: `新增 ${imported}，已有 ${existing}，略过 ${skipped}\n`,
  });
  const why = skipped_because.map(({ reason, count }) =>
    `  ${style.say({ en: `${count} left out: ${reason.en}`, zh: `略过 ${count}：${reason.zh}` })}\n`
  );
  const named = renamed === 0 ? [] : [`  ${
    style.say({
      en: `${counted(renamed, "record")} shared an id with another that says something else, and got one of their own`,
      zh: `${renamed} 条记录与别的记录同 id 而内容不同，已各用自己的 id`,
    })
  }\n`];
  const places = [...invalid, ...remarks].map(({ file, line, reason }) => {
    const place = file ? `${file}:${line}` : style.say({ en: `line ${line}`, zh: `第 ${line} 行` });
    return style.yellow(`  ${style.say({ en: `${place}: ${reason.en}`, zh: `${place}：${reason.zh}` })}\n`);
  });
  const secrets = redacted.length === 0 ? [] : [
    `  ${style.yellow(style.say({ en: `taken out: ${redacted.join(", ")}`, zh: `已略去：${redacted.join("，")}` }))}\n`,
  ];
  const bad = [...why, ...named, ...secrets, ...places].join("");
  const made = facts.map(({ memory_type, content }) =>
    `  ${style.dim(`[${memory_type}]`)} ${content.replaceAll("\n", "\n      ")}\n`
  ).join("");
  if (message === undefined) return `${style.green(style.say({ en: "Imported", zh: "已导入" }))} ${sums}${bad}`;
  return `${style.yellow(style.say(message))}
${sums}${made}${bad}${confirmLine(style, confirm_token)}`;
}
