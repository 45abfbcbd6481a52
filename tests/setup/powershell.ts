/** PowerShell's grammar, for machines without PowerShell: whether a script can be read, not what it does. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "../installer.ts";

interface Node {
  readonly isError: boolean;
  readonly isMissing: boolean;
  readonly text: string;
  readonly startPosition: { readonly row: number };
  readonly children: readonly Node[];
}

interface Grammar {
  readonly Parser: { new (): Parser; init(): Promise<void> };
  readonly Language: { load(bytes: Uint8Array): Promise<unknown> };
}

interface Parser {
  setLanguage(language: unknown): void;
  parse(text: string): { readonly rootNode: Node };
}

/** The places of a script that PowerShell could not read, as `line: text`; none for a good one. */
export async function powershellErrors(script: string): Promise<string[]> {
  const { Parser, Language } = createRequire(import.meta.url)("@vscode/tree-sitter-wasm") as Grammar;
  await Parser.init();
  const folder = join(ROOT, "node_modules", "@vscode", "tree-sitter-wasm", "wasm");
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(join(folder, "tree-sitter-powershell.wasm"))));
  return errorsBelow(parser.parse(script).rootNode);
}

function errorsBelow(node: Node): string[] {
  const own = node.isError || node.isMissing ? [`${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`] : [];
  return [...own, ...node.children.flatMap(errorsBelow)];
}
