/** `memory completions` */
import { choice, required } from "../../cli/args.ts";
import { type Command, defineCommand, ok } from "../../cli/command.ts";
import { languageOf } from "../../config/mod.ts";
import { openMemory } from "../../store/memory.ts";
import { bash } from "./bash.ts";
import { fish } from "./fish.ts";
import { powershell } from "./powershell.ts";
import { verbTree } from "./tree.ts";
import { zsh } from "./zsh.ts";

const SCRIPT_OF = { bash, zsh, fish, powershell };
const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** The verb that completes all verbs. The table passes itself in: a verb does not know the table. */
export function completions(verbs: () => Promise<Command[]>, aliases: Readonly<Record<string, string>>): Command {
  return defineCommand({
    name: "completions",
    summary: { en: "Print the completion script of a shell", zh: "输出 shell 的补全脚本" },
    about: {
      en: `Where it goes:
  bash        memory completions bash > ~/.local/share/bash-completion/completions/memory
  zsh         memory completions zsh > "\${fpath[1]}/_memory"
  fish        memory completions fish > ~/.config/fish/completions/memory.fish
  powershell  memory completions powershell >> $PROFILE`,
      zh: `放在哪里：
  bash        memory completions bash > ~/.local/share/bash-completion/completions/memory
  zsh         memory completions zsh > "\${fpath[1]}/_memory"
  fish        memory completions fish > ~/.config/fish/completions/memory.fish
  powershell  memory completions powershell >> $PROFILE`,
    },
    examples: ["memory completions bash", "memory completions fish > memory.fish"],
    args: {},
    operands: { shell: required(choice({ en: "The shell", zh: "哪个 shell" }, SHELLS)) },
    output: "text",
    async run({ operands: { shell }, runtime, projectPath }) {
      // A terminal reads it later. Windows PowerShell takes what a program prints for text of another encoding.
      const language = shell === "powershell" ? "en" : languageOf(runtime, openMemory(runtime, { projectPath }).config);
      return ok(SCRIPT_OF[shell](verbTree(await verbs(), aliases, language)));
    },
  });
}
