/** Completion for fish. */
import type { Option, Verb } from "./tree.ts";

/** The script that a shell sources. */
export function fish(verbs: readonly Verb[]): string {
  const known = verbs.filter(({ name }) => name !== "").map(({ name }) => quote(name)).join(" ");
  const lines = verbs.flatMap(({ name, words, options }) => {
    const here = `complete -c memory -n ${quote(`__memory_verb_is ${quote(name)}`)}`;
    return [
      // No files where verbs or fixed words are wanted.
      ...words.length > 0 ? [`${here} -f`] : [],
      ...words.map(({ word, about }) => `${here} -a ${quote(word)} -d ${quote(about)}`),
      ...options.map((option) => `${here} -l ${option.name.slice(2)}${value(option)} -d ${quote(option.about)}`),
    ];
  });
  return `# Completion of memory for fish: put this into ~/.config/fish/completions/memory.fish
function __memory_verb_is
    set -l verb ''
    for word in (commandline -opc)[2..]
        set -l longer (string trim -- "$verb $word")
        contains -- $longer ${known}; and set verb $longer
    end
    test "$verb" = "$argv"
end
${lines.join("\n")}
`;
}

function value({ takes, choices, isPath }: Option): string {
  if (choices.length > 0) return ` -x -a ${quote(choices.join(" "))}`;
  return takes === "value" ? (isPath ? " -r" : " -x") : "";
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
