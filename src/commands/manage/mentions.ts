/** Where a deleted or changed text still stands, for a person. */
import { fit, roomBeside, width } from "../../cli/columns.ts";
import type { Style } from "../../cli/command.ts";
import type { Mention } from "../../upkeep/mentions.ts";

/** A heading and a line for each mention; empty when there is none. */
export function mentionLines(mentions: readonly Mention[], style: Style): string {
  if (mentions.length === 0) return "";
  const lines = mentions.map(({ file, line, id, layer, text }) => {
    const place = `${layer === "global" ? "global " : ""}${file}${line === undefined ? "" : `:${line}`}${
      id ? ` ${id}` : ""
    }`;
    return `  ${style.dim(place)} ${fit(text, roomBeside(width(place) + 4, style.columns))}\n`;
  });
  return `${style.yellow(style.say({ en: "The same still stands in:", zh: "以下各处仍有同样内容：" }))}\n${
    lines.join("")
  }`;
}
