/** In: a command. Out: the files that it surely writes, moves or removes, as far as its words tell. */
import { holds } from "../text/word_list.ts";
import { type Command, commandWords, rowOf } from "./command.ts";

/** A file that a call writes, moves or removes. */
export interface Target {
  /** Absolute, or below the working directory. */
  readonly path: string;
  /** The file was there before: `rm` and `sed -i` make none, and a pattern (`*.sql`) means those that are there. */
  readonly isOld?: boolean;
  /** The file that is copied or moved to the path; if the path is a folder, it gets that name in it. */
  readonly from?: string;
}

/** The files that a command surely writes, moves or removes. */
export function writtenBy({ program, words: said, options }: Command, args: readonly string[]): readonly Target[] {
  const old = (path: string): Target => ({ path, isOld: true });
  if (program === "git" && said[0] === "rm") return said.slice(1).map(old);
  if (program === "git" && said[0] === "mv") return [...said.slice(1, -1).map(old), ...copied(said.slice(1))];
  const outputs = outputsOf(program, args);
  if (outputs.length > 0) return outputs;
  if (holds(commandWords("copies"), program)) return copied(said).filter(({ path }) => !ON_ANOTHER_MACHINE.test(path));
  if (!changesFiles(program)) return [];
  const isScript = isScripted(program) &&
    !options.some((option) => /^(?:-[A-Za-z]*[ef]|--expression|--file)$/.test(option));
  const named = args.filter((word) => word !== "" && !word.startsWith("-")).slice(isScript ? 1 : 0);
  if (program === "mv") return [...named.slice(0, -1).map(old), ...copied(named)];
  const makes = program === "touch" || program === "tee";
  return named.map((path) => makes && !path.includes("*") ? { path } : old(path));
}

/** The files that options name for the output of a program: `curl -fsSLo FILE`, `dd of=FILE`. */
function outputsOf(program: string, args: readonly string[]): Target[] {
  const options = rowOf("writes to", program) ?? [];
  return args.flatMap((word, at) =>
    options.flatMap((option) => {
      if (word.startsWith(`${option}=`)) return { path: word.slice(option.length + 1) };
      const isAmongLetters = option.length === 2 && /^-[A-Za-z]+$/.test(word) && word.endsWith(option.slice(1));
      const next = word === option || isAmongLetters ? args[at + 1] : undefined;
      return next === undefined || next === "-" ? [] : { path: next };
    })
  );
}

/** `mirror:/srv`, but not a drive of Windows. */
const ON_ANOTHER_MACHINE = /^[^/]{2,}:/;

/** Where files are copied or moved to: the last of the paths, or below it. */
function copied(paths: readonly string[]): Target[] {
  const to = paths.at(-1) ?? "";
  const from = paths.slice(0, -1);
  if (!to.endsWith("/") && from.length < 2) return [{ path: to, from: from[0] ?? "" }];
  return from.map((path) => ({ path: `${to.replace(/\/+$/, "")}/${path.split("/").at(-1)}` }));
}

/** Whether the first word of a program that changes files is a script. */
export function isScripted(program: string): boolean {
  return /^(?:sed|perl|yq)$/.test(program);
}

/** Whether a program does nothing but change or remove files. */
export function changesFiles(program: string): boolean {
  return holds(commandWords("changes files"), program);
}
