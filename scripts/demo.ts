/**
 * The whole product in one go, for a person to read: compiles the binary, initialises a sample project in a temporary
 * folder, replays a working day of Cursor's hook events and shows what the agent is given,
 * what it is asked, what is found.
 *
 *   deno task demo [--lang zh|en]    the language of memory's own texts
 *   deno task demo --keep            leaves the sample project where it is
 *   deno task demo --compiled        with the binary that is in dist/
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { compile, ROOT, thisTarget } from "./compile.ts";
import { DAY, SEARCHES, type Session, type Step } from "./demo/day.ts";

const BINARY = join(ROOT, "dist", process.platform === "win32" ? "memory.exe" : "memory");
const bold = (text: string) => process.stdout.isTTY && !process.env["NO_COLOR"] ? `\x1b[1m${text}\x1b[22m` : text;

const FLAG = { type: "boolean" } as const;

interface Scene {
  readonly home: string;
  readonly project: string;
  readonly lang: string;
}

function main(): void {
  const { values } = parseArgs({ options: { lang: { type: "string" }, keep: FLAG, compiled: FLAG } });
  const folder = mkdtempSync(join(tmpdir(), "memory-demo-"));
  const scene = { home: folder, project: join(folder, "shop"), lang: values.lang ?? "en" };
  mkdirSync(scene.project);
  try {
    if (!values.compiled) build();
    initialise(scene);
    for (const session of DAY) play(scene, session);
    for (const query of SEARCHES) search(scene, query);
    heading("Where it all is");
    showFiles(scene);
  } finally {
    if (values.keep) console.log(`\nKept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

function build(): void {
  heading("One binary");
  const started = Date.now();
  compile(thisTarget(), BINARY);
  const size = Math.round(statSync(BINARY).size / 1e6);
  console.log(`  compiled in ${((Date.now() - started) / 1000).toFixed(1)} s, ${size} MB, nothing else to install`);
}

function initialise(scene: Scene): void {
  heading("memory init, in a sample project");
  const { data } = JSON.parse(run(scene, ["init", "--agent", "cursor", "--lang", scene.lang, "--skip-model"]));
  for (const { path, action } of data.files) console.log(`  ${action.padEnd(8)} ${inside(scene, path)}`);
  for (const line of data.next) console.log(`\n  ${inside(scene, line)}`);
}

function play(scene: Scene, session: Session): void {
  heading(session.title);
  for (const step of session.steps) {
    const [left, right] = act(scene, session, step);
    console.log(`  ${step.at}  ${bold(left)}`);
    if (right) {
      console.log(inside(scene, right).trimEnd().split("\n").map((line) => `         │ ${line}`.trimEnd()).join("\n"));
    }
  }
}

/** Does one step; returns what it was and what came back. */
function act(scene: Scene, session: Session, step: Step): [string, string] {
  if ("agent" in step) {
    const { data } = JSON.parse(run(scene, ["save", ...step.agent, "--session", session.id]));
    const words = step.agent.filter((word) => !/^--(type|layer|source|entities)=/.test(word)).slice(1);
    const told = words.map((word) => word.replace(/^--(\w+)=/, (_, name) => name === "content" ? "" : `${name}: `));
    return [`agent saves a ${step.agent[0]}: ${data.status}`, told.join("\n")];
  }
  if ("says" in step) {
    const reply = hook(scene, session, "beforeSubmitPrompt", { prompt: step.says, attachments: [] });
    return [`person: ${step.says}`, describe(session, reply)];
  }
  return [`Cursor → ${step.hook}`, describe(session, hook(scene, session, step.hook, step.fields ?? {}))];
}

function hook(scene: Scene, { id }: Session, event: string, fields: object): Record<string, unknown> {
  const payload = {
    conversation_id: id,
    session_id: id,
    generation_id: event === "sessionStart" ? "" : "d4b2603b-ebfe-45ee-832d-b30d048defbb",
    model: "composer-2.5",
    hook_event_name: event,
    cursor_version: "3.18.25",
    workspace_roots: [scene.project],
    user_email: "dev@example.invalid",
    transcript_path: null,
    ...fields,
  };
  return JSON.parse(run(scene, ["hook", "cursor", event], JSON.stringify(payload)));
}

/** A hook's reply as a person would tell it. */
function describe(session: Session, reply: Record<string, unknown>): string {
  const { additional_context, followup_message, user_message } = reply;
  if (additional_context) return `the agent is given:\n\n${additional_context}`;
  if (followup_message && session !== DAY[0]) return "the agent is asked to save, as in the morning";
  if (followup_message) return `the agent is asked:\n\n${followup_message}`;
  return user_message ? `the person sees: ${user_message}` : "";
}

function search(scene: Scene, query: string): void {
  heading(`memory search "${query}"`);
  const { results, method } = JSON.parse(run(scene, ["search", query, "--max-results", "2"]));
  for (const { content, source, score } of results) {
    console.log(`  ${score.toFixed(2)}  ${content.split("\n").join("\n        ")}\n        (${source})`);
  }
  if (results.length === 0) throw new Error(`Nothing found for ${query}`);
  console.log(`  method: ${method}${method === "fts" ? "; with the model, by meaning too" : ""}`);
}

function showFiles(scene: Scene): void {
  const data = join(scene.project, ".cursor", "skills", "memory-data");
  const sessions = readFileSync(join(data, "sessions.jsonl"), "utf8").trimEnd().split("\n");
  console.log(`  plain files in ${inside(scene, data)}; ${sessions.length} session summaries, the first one:\n`);
  console.log(`  ${sessions[0]}`);
}

/** Runs the binary in the sample project, with nothing of this machine around it; returns what it printed. */
function run({ home, project, lang }: Scene, words: readonly string[], input = ""): string {
  const env = { HOME: home, USERPROFILE: home, PATH: process.env["PATH"] ?? "", MEMORY_LANG: lang };
  const { status, stdout, stderr } = spawnSync(BINARY, words, { cwd: project, env, input, encoding: "utf8" });
  if (status !== 0) throw new Error(`memory ${words.join(" ")} exited ${status}:\n${stderr}`);
  return stdout;
}

function inside({ home }: Scene, text: string): string {
  return text.replaceAll(home, "~").replaceAll(`"${BINARY}"`, "memory");
}

function heading(text: string): void {
  console.log(`\n${bold(text)}\n`);
}

if (import.meta.main) main();
