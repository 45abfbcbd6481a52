/** What a person sees after init and uninstall. */
import type { Style } from "../cli/command.ts";
import type { FirstFetch } from "./model/first_fetch.ts";
import type { SetupFile, SetupResult } from "../setup/mod.ts";

const DONE: Readonly<Record<SetupFile["action"], string>> = {
  create: "created",
  merge: "added to",
  rewrite: "rewritten",
  exclude: "added to",
  keep: "as it was",
  remove: "removed",
  restore: "restored",
};

const WIDEST = Math.max(...Object.values(DONE).map((word) => word.length));

/** One line a file, then what to know, then what happens next. */
export function renderSetup(result: SetupResult & { readonly model?: FirstFetch }, style: Style): string {
  const { files, notes, next, dry_run, root, model } = result;
  const lines = files.map(({ path, action }) => {
    const word = DONE[action].padEnd(WIDEST);
    return `  ${action === "keep" ? style.dim(word) : style.green(word)}  ${path}`;
  });
  const head = dry_run ? `Nothing is changed yet; in ${root} this would be done:` : style.bold(root);
  const nothing = files.length === 0 ? ["  nothing of memory's is here"] : [];
  const fetched = model ? [modelLine(model)] : [];
  const parts = [[head, ...lines, ...nothing], notes.map((note) => style.yellow(note)), fetched, next];
  return `${parts.filter((part) => part.length > 0).map((part) => part.join("\n")).join("\n\n")}\n`;
}

function modelLine({ model, status, reason }: FirstFetch): string {
  if (status !== "skipped") return `Search by meaning: ${model} is here`;
  return `Search by meaning waits for ${model} (${reason}); \`memory model download\` fetches it`;
}
