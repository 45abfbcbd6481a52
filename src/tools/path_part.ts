/**
 * In: a record and a path that it names. Out: the part that the path plays there, which tells whether an edit of this
 * path is what the record is about.
 *
 * @module
 */
import { isCjk } from "../text/script.ts";
import { before, listed, NEAR, type Reading, type Token } from "./reading.ts";

/**
 * `frozen`: it is not to be edited by hand. `changed`: something has to be done when it changes. `means`: it is what
 * the record tells to use, or to give to a command, so that the record is about edits elsewhere.
 */
export type PathPart = "frozen" | "changed" | "means";

/** The part of a path in a record; undefined where the record only says something of what is there. */
export function partOfPath(reading: Reading, token: Token): PathPart | undefined {
  const { frozen, changed, forbidden, edited } = made ??= makePatterns();
  const behind = reading.text.slice(token.end, token.end + NEAR).replace(/(?:[;。；]|\. ).*$/s, "");
  const ahead = before(reading, token);
  if (frozen.test(behind)) return "frozen";
  if (changed.test(behind)) return "changed";
  if (forbidden.test(ahead)) return "frozen";
  if (edited.test(ahead)) return "changed";
  return isMeans(ahead) ? "means" : undefined;
}

const anyOf = (words: readonly string[]) => `(?:${words.join("|")})`;
const inEnglish = (words: readonly string[]) => String.raw`\b${anyOf(words.filter((word) => !isCjk(word)))}\b`;
const inChinese = (words: readonly string[]) => anyOf(words.filter(isCjk));

let made: ReturnType<typeof makePatterns> | undefined;

/** The patterns of what stands ahead of a path or behind it. */
function makePatterns() {
  const [edits, frozen, when] = [listed("edits"), listed("frozen"), listed("when")];
  const changes = [...edits, ...listed("additions")];
  const [not, notZh] = [inEnglish(listed("not")), anyOf(listed("not zh"))];
  const noEdit = String.raw`${notZh}(?:再|直接|手工|手动|随便|去|手)*${inChinese(edits)}`;
  return {
    // “Is generated from”, “must not be edited”, 不许再改; not 不要改小, which tells of a value.
    frozen: new RegExp(
      String.raw`${inEnglish(frozen)}|${inChinese(frozen)}|${not} (?:be )?${inEnglish(edits)}|${noEdit}(?=$|[，,\s])`,
    ),
    // 里加文案时, 改完以后
    changed: /^[^，,]{0,8}(?:改(?!动)|加|新增)[^，,]{0,8}(?:时|(?<!前)后(?![端台续]))/,
    // “Never edit files in”, 不要手改
    forbidden: new RegExp(String.raw`${not}[^,]*${inEnglish(edits)}[^,]*$|${noEdit}[^，,]*$`),
    // “After changing”, “a variable added to”, 改了
    edited: new RegExp(
      String.raw`${inEnglish(when)}[^,]*${inEnglish(changes)}[^,]*$|(?:^|\s)${inEnglish(changes)}[^,]*$|` +
        String.raw`${inEnglish(changes)} (?:to|in|of|on)\s+$|(?:^|[，,\s]|${inChinese(when)})${
          inChinese(changes)
        }[^，,]*$`,
    ),
  };
}

/** “From”, “the client in”, `--config`: the record tells to use the path. */
function isMeans(ahead: string): boolean {
  const said = ahead.replace(/ the $/, " ").trimEnd();
  const isBefore = (word: string) =>
    said.endsWith(word) && (isCjk(word) || !/\w/.test(said.charAt(said.length - word.length - 1)));
  return listed("means").some(isBefore) ||
    /\b(?:use|using|via|through)(?: [\w'’-]+){1,4} $|\s--?[\w-]+[ =]$/.test(ahead);
}
