import type { Runtime } from "../runtime.ts";

/** Text for everybody: JSON only when asked for. */
export function printText(runtime: Runtime, command: string, text: string, asJson: boolean): 0 {
  const document = asJson ? JSON.stringify({ status: "ok", command, data: text }) : text.trimEnd();
  runtime.stdout.write(`${document}\n`);
  return 0;
}
