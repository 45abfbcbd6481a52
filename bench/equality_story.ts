/**
 * Plays a story: a text whose lines are typed, one after the other, in a fresh home. A line is what a shell takes, with
 * `memory` as the binary, or one of
 *
 *     terminal WORDS           the command on a terminal of 100 columns
 *     hook CLIENT EVENT N {…}  an event of the client's session N, with these fields more
 *     keep NAME PATTERN        what the pattern captures in what was printed last is $NAME from here on
 *     cd FOLDER, export NAME=VALUE, unset NAME
 *                              for all later lines
 *
 * After each line all files of both homes are compared.
 */
import * as fs from "node:fs";
import { join, resolve } from "node:path";
import { hookCall, sessionId } from "./equality_hook.ts";
import {
  askBoth,
  type Asked,
  closePair,
  compareFiles,
  type Match,
  openPair,
  type Pair,
  type Said,
  settle,
  type Side,
} from "./equality_pair.ts";

const FIXTURES = join(import.meta.dirname ?? ".", "..", "tests", "fixtures");
/** To what every line is given. */
const SHELL = `terminal() {
  local words
  printf -v words '%q ' "$@"
  SHELL=$BASH script -qec "stty cols 100 rows 40; $words" /dev/null
}
`;

interface Played {
  turn: number;
  said: readonly Said[];
}

/** Plays the story of a file. */
export async function playStory(match: Match, name: string, file: string): Promise<void> {
  const pair = openPair(match, name);
  for (const side of pair.sides) {
    const functions = join(side.root, "functions.sh");
    fs.writeFileSync(functions, SHELL);
    side.env["BASH_ENV"] = functions;
    side.env["FIXTURES"] = FIXTURES;
  }
  const played: Played = { turn: 0, said: [] };
  for (const line of fs.readFileSync(file, "utf8").replaceAll("\\\n", "").split("\n")) {
    if (line.trim() !== "" && !line.startsWith("#")) await play(pair, played, line.trim());
  }
  closePair(pair);
}

async function play(pair: Pair, played: Played, line: string): Promise<void> {
  const [first = "", second = "", ...rest] = line.split(" ");
  switch (first) {
    case "keep":
      return keep(pair, played.said, second, new RegExp(rest.join(" ")));
    case "cd":
      for (const side of pair.sides) side.cwd = resolve(side.cwd, expand(side, second));
      return;
    case "export":
      for (const side of pair.sides) {
        const at = line.indexOf("=");
        side.env[line.slice("export ".length, at)] = expand(side, line.slice(at + 1));
      }
      return;
    case "unset":
      for (const side of pair.sides) delete side.env[second];
      return;
    case "hook":
      played.said = await askBoth(pair, line, askedOfHook(played, line));
      break;
    default:
      played.said = await askBoth(pair, line, () => asShell(line));
  }
  pair.match.report.calls++;
  if (/SessionEnd|sessionEnd|deferred|background/.test(line)) await settle(pair);
  compareFiles(pair, line);
}

function keep({ sides, name }: Pair, said: readonly Said[], variable: string, pattern: RegExp): void {
  sides.forEach((side, at) => {
    const found = pattern.exec(said[at]?.stdout ?? "")?.[1];
    if (found === undefined && side.name === "old") throw new Error(`${name}: ${pattern} finds nothing to keep`);
    side.env[variable] = found ?? "";
  });
}

function asShell(line: string): Asked {
  return { program: "bash", words: ["-c", line], open: line.includes("terminal ") };
}

function askedOfHook(played: Played, line: string): (side: Side) => Asked {
  const [, client = "", event = "", session = "", more = "{}"] = /^hook (\w+) (\w+) (\d+) ?(\{.*\})?$/.exec(line) ?? [];
  if (client === "") throw new Error(`No event: ${line}`);
  if (/prompt|BeforeAgent/i.test(event)) played.turn++;
  return hookCall({ client, event, session: sessionId(Number(session)), turn: played.turn, more: JSON.parse(more) });
}

function expand(side: Side, text: string): string {
  return text.replace(/\$(\w+)/g, (_, name: string) => side.env[name] ?? "");
}
