/** What differs between two runs of one binary (ids, tokens, times, places), replaced by placeholders. */

/** Blurs the texts of one side. The same thing gets the same placeholder throughout. */
export type Blur = (text: string) => string;

/** Ids of records that the run itself has written end so, and are compared as they are. */
const FIXED_ID = "aaaa";

/** A colour may stand right before it. */
const RANDOM_ID = /(?<=\b|\[\d+m)(log|sum|fact|op|prop)-\d{9}-([a-z0-9]{4})\b/g;
/** The end of an id stands for it in commands, and beside a text; a colour may stand right before it. */
const SHORT_ID = /(?<![\w-]|\d)(\[\d+m)?([a-z0-9]{4})(?![\w-])/g;
/** Each captures what stands before the random part, and that part. */
const RANDOM: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["todo", /(todo-)([0-9a-f]{6,})/g],
  ["confirm", /()(?<![\w-])([0-9a-z]{8,9}-[0-9a-f]{16})(?!\w)/g],
  ["snapshot", /(snapshots\/|"snapshot": ?"|--snapshot[ =])([a-z0-9]{12,16})\b/g],
  ["frame", /(<\/?memory-\w+ id=\\*")([a-z0-9]{6,32})(?=\\*")/g],
  ["frame", /("frames?": ?\[?")([a-z0-9]{6,32})(?=")/g],
  ["owner", /(-[0-9a-f]{16} |"token": ?")([a-z0-9]{26})\b/g],
  ["secret", /(^)([a-z0-9]{32})$/g],
  ["spool", /(\bspool\/)([\w-]+)(?=\.jsonl)/g],
  ["inode", /("inode": ?")(\d+)/g],
];
/** Digests of texts that hold ids or places. */
const HEX = /(?<![0-9a-zA-Z.])(?!1\d{12}\b|1\d{18}\b)[0-9a-f]{12,32}(?![0-9a-zA-Z])/g;
const ISO = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g;
const MINUTE = /\b\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g;
/** Names of copies; of one second the second has a number more, and tables are wider by that. */
const STAMP = /(?<=\b|\[\d+m)(\d{4}-\d\d-\d\d)-(\d{6})(?:-\d{1,2}(?![\w-])|-[a-z0-9]{4}(?=-))?((?:.\[\d+m)? {2,})?/g;
/** Events of the last seconds, in a session's state. */
const SEEN = /("seen": ?\[)[^\]]*/g;
const CLOCK = /(## Session \d+ - )\d\d:\d\d:\d\d/g;
const EPOCH = /\b1\d{12}(?:\d{6})?\b/g;
const TOLD = /(\(|holds |· |有 |共 )\d+( tokens| ms| 个? ?token)/g;
/** How many tokens a text costs depends on the ids in it. */
const MEASURED = /("(?:ms|tokens|tokens_given)": ?)\d+(?:\.\d+)?/g;

/**
 * @param root the folder of this side
 * @param started when the run began: what is later is a time of the run
 */
export function blurring(root: string, started: number): Blur {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const suffixes = new Map<string, string>();
  const named = (kind: string, text: string): string => {
    const key = `${kind} ${text}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    names.set(key, name);
    return name;
  };
  const since = started - 60_000;
  const isOfRun = (time: number) => time >= since;
  const encodedRoot = root.replace(/[^A-Za-z0-9]/g, "-");
  return (text) => {
    let blurred = text.replaceAll(root, "<root>").replaceAll(encodedRoot, "<-root>");
    blurred = blurred.replace(RANDOM_ID, (id, kind: string, suffix: string) => {
      if (suffix === FIXED_ID) return id;
      const name = named(kind, id);
      suffixes.set(suffix, name);
      return name;
    });
    blurred = blurred.replace(SHORT_ID, (_, colour = "", id: string) => colour + (suffixes.get(id) ?? id));
    for (const [kind, pattern] of RANDOM) {
      // Frames are not counted: after one more of them all later ones would have another number.
      const nameOf = (random: string) => kind === "frame" ? "<frame>" : named(kind, random);
      blurred = blurred.replace(pattern, (_, before: string, random: string) => before + nameOf(random));
    }
    return blurred
      .replace(SEEN, "$1<events>")
      .replace(TOLD, "$1<number>$2")
      .replace(HEX, (hex) => named("hex", hex))
      .replace(
        ISO,
        (time) => isOfRun(Date.parse(/[Z]|[+-]\d\d:\d\d$/.test(time) ? time : `${time}Z`)) ? "<time>" : time,
      )
      .replace(MINUTE, (time) => isOfRun(Date.parse(`${time.replace(" ", "T")}Z`)) ? "<time>" : time)
      .replace(STAMP, (stamp: string, day: string, clock: string, gap: string | undefined) => {
        const time = Date.parse(`${day}T${clock.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`);
        return isOfRun(time) ? `<stamp>${gap === undefined ? "" : "  "}` : stamp;
      })
      .replace(CLOCK, "$1<clock>")
      .replace(EPOCH, (ms) => isOfRun(Number(ms.slice(0, 13))) ? "<ms>" : ms)
      .replace(MEASURED, "$1<number>");
  };
}
