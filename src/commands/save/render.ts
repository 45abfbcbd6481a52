/** What a person sees after a save. */
import type { SaveResult } from "../../capture/result.ts";
import type { Style } from "../../cli/command.ts";

const WORDS: Readonly<Record<SaveResult["status"], string>> = {
  saved: "Saved",
  exists: "Already there",
  updated: "Updated",
  skipped: "Not saved",
};

/** One line a record, secrets and near records named. */
export function renderSaved(data: SaveResult | { readonly results: readonly SaveResult[] }, style: Style): string {
  return ("results" in data ? data.results : [data]).map((result) => line(result, style)).join("");
}

function line({ status, id, reason, redacted, similar }: SaveResult, style: Style): string {
  const what = `${style.green(WORDS[status])}${id ? ` ${id}` : ""}${reason ? `: ${reason}` : ""}\n`;
  const secrets = redacted ? style.yellow(`  taken out: ${redacted.join(", ")}\n`) : "";
  const near = similar ? style.dim(`  similar: ${similar.map((record) => record.id).join(", ")}\n`) : "";
  return what + secrets + near;
}
