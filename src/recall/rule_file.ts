/**
 * In: the start context. Out: `.cursor/rules/memory-context.mdc`, which Cursor loads with every request. It depends on
 * no session: parallel sessions share it, and the client's prompt cache stays valid.
 */
import { join } from "node:path";
import type { Agent } from "../agents/event.ts";
import { modifiedMs, readText, replaceAtomically } from "../files.ts";
import { languageOf } from "../config/mod.ts";
import { errorCode, MemoryError } from "../errors.ts";
import { destination, leadsInto } from "../paths.ts";
import { gitTracking } from "../git/tracking.ts";
import { gitRoot } from "../git/worktree.ts";
import type { Runtime } from "../runtime.ts";
import { failure } from "../words.ts";
import type { Language, Sentence } from "../sentence.ts";
import { sha256Hex } from "../hash.ts";
import { isShownToGit } from "../store/keep_private.ts";
import { FRAME_SECRET_FILE } from "../store/layout.ts";
import type { Memory } from "../store/memory.ts";
import { renderClean } from "./clean.ts";
import { type Context, NONCE_LENGTH } from "./frame.ts";

/** Relative to the project's root. */
export const CONTEXT_RULE_FILE = ".cursor/rules/memory-context.mdc";
/** The rule on how to use memory, which `init` writes: where it stands, the project is set up for Cursor. */
export const USAGE_RULE_FILE = ".cursor/rules/memory-rules.mdc";

const SECRET_LENGTH = 32;

/** Whether an agent loads the rule on how to use memory. */
export function hasRules({ runtime, locations: { projectRoot } }: Memory, agent: Agent): boolean {
  return agent === "cursor" && projectRoot !== undefined &&
    runtime.files.stat(join(projectRoot, USAGE_RULE_FILE)) !== undefined;
}

const DESCRIPTION: Sentence = {
  en: "What memory knows of this project; written by memory, do not edit",
  zh: "本项目的长期记忆；由 memory 生成，请勿编辑",
};

/**
 * The path of the rule file in a project set up for Cursor, even if the file does not exist, or the settings leave out
 * the project's memory, since then its former text must be removed.
 */
export function ruleFileOf(memory: Memory): string | undefined {
  const { runtime, project, locations: { projectRoot } } = memory;
  // A stranger may have brought the folder of rules: the person did not ask for their memory in that repository.
  if (projectRoot === undefined || project?.standing === "foreign") return undefined;
  const there = [CONTEXT_RULE_FILE, USAGE_RULE_FILE].some((file) =>
    runtime.files.stat(join(projectRoot, file)) !== undefined
  );
  if (!there) return undefined;
  const path = join(projectRoot, CONTEXT_RULE_FILE);
  const root = gitRoot(runtime, projectRoot);
  // What is written into a file that git tracks goes along with the next commit.
  return root === undefined || gitTracking(runtime, root, path) === "untracked" ? path : undefined;
}

/** The rule as a file. Without a body it is empty, and Cursor leaves it out. */
export function ruleText(language: Language, body = ""): string {
  const head = `---\ndescription: ${DESCRIPTION[language]}\nalwaysApply: ${body !== ""}\n---\n`;
  return body === "" ? head : `${head}\n${body}\n`;
}

/**
 * Writes a context into the rule file, if there are both, and gives the id of its frames. A file that the next commit
 * would take along is emptied instead. Throws IO_ERROR.
 */
export function writeRuleFile(memory: Memory, context: Context | undefined): string | undefined {
  const path = ruleFileOf(memory);
  if (path === undefined) return undefined;
  const language = languageOf(memory.runtime, memory.config);
  const nonce = context && !isShownToGit(memory.runtime, path) ? nonceOf(memory, context) : undefined;
  const body = context && nonce ? renderClean(memory.config, context, nonce, language) : "";
  const content = ruleText(language, body);
  const written = readText(memory.runtime.files, path);
  if (written === undefined && body === "") return undefined;
  if (written === content) return nonce;
  if (!isOurRule(written ?? "")) {
    if (body === "") return undefined;
    throw refusalToReplace(memory, path);
  }
  // It tells the memory, which others may not be able to read.
  replaceAtomically(memory.runtime, path, content, { mode: 0o600, sync: false });
  return nonce;
}

/** Whether memory wrote a rule file's text, or it is empty. */
export function isOurRule(written: string): boolean {
  return written === "" || Object.values(DESCRIPTION).some((line) => written.includes(line));
}

/** The refusal to replace somebody's own rule of that name, or a link in a cloned repository. */
function refusalToReplace({ runtime: { files }, locations: { projectRoot = "" } }: Memory, path: string): MemoryError {
  return leadsInto(files, path, projectRoot)
    ? failure("others_rule", { path })
    : failure("rule_is_link", { path, target: destination(files, path) });
}

/** A session that begins sooner may still have the text before the change: to tell twice is better than never. */
const SETTLED_MS = 10 * 60_000;

/** The rule file's text, if it is so old that a session that begins now has loaded it. */
export function settledRule(memory: Memory): string | undefined {
  const { files, now } = memory.runtime;
  const path = ruleFileOf(memory);
  const stat = path === undefined ? undefined : files.stat(path);
  if (path === undefined || !stat) return undefined;
  return now().getTime() - modifiedMs(stat) > SETTLED_MS ? readText(files, path) : undefined;
}

/** Whether the next commit would take the rule file along. */
export function isRuleShown(memory: Memory): boolean {
  const path = ruleFileOf(memory);
  return path !== undefined && isShownToGit(memory.runtime, path);
}

/** Empties the rule file, if there is one: a memory that is switched off must not speak through it. */
export function clearRuleFile(memory: Memory): void {
  writeRuleFile(memory, undefined);
}

/** The id of the frames: the same for the same content, but unknown to whoever wrote the content. */
function nonceOf(memory: Memory, { conventions, notes }: Context): string {
  const key = secretOf(memory.runtime, (memory.project ?? memory.global)?.home ?? memory.locations.memoryHome);
  return sha256Hex([`${key}\0${conventions}\0${notes}`]).slice(0, NONCE_LENGTH);
}

function secretOf(runtime: Runtime, folder: string): string {
  const path = join(folder, FRAME_SECRET_FILE);
  // Where a folder has that name, a secret for this process will do.
  if (runtime.files.stat(path)?.kind === "folder") return runtime.random(SECRET_LENGTH);
  const known = readText(runtime.files, path);
  if (known !== undefined && known.length >= SECRET_LENGTH) return known;
  const secret = runtime.random(SECRET_LENGTH);
  try {
    runtime.files.makeFolder(folder);
    runtime.files.write(path, secret, { how: known === undefined ? "create" : "replace" });
  } catch (error) {
    // Another hook has written its secret meanwhile: that one counts.
    if (errorCode(error) !== "EEXIST") throw error;
    return readText(runtime.files, path) || secret;
  }
  return secret;
}
