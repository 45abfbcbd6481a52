/** Completion for bash, from 3.2 on (macOS), without the bash-completion package. */
import type { Verb } from "./tree.ts";

/** The script that a shell sources. */
export function bash(verbs: readonly Verb[]): string {
  const known = verbs.filter(({ name }) => name !== "").map(({ name }) => `'${name}'`).join(" | ");
  const cases = verbs.map(({ name, words, options }) => {
    const all = [...words.map(({ word }) => word), ...options.map((option) => option.name)];
    return `    '${name}') words='${all.join(" ")}' ;;`;
  });
  const values = verbs.flatMap(({ name, options }) =>
    options.filter(({ choices }) => choices.length > 0).map((option) =>
      `    '${name} ${option.name}') words='${option.choices.join(" ")}' ;;`
    )
  );
  const free = verbs.flatMap(({ name, options }) =>
    options.filter(({ takes, choices }) => takes === "value" && choices.length === 0)
      .map((option) => `'${name} ${option.name}'`)
  );
  return `# Completion of memory for bash: source this, or put it into
# ~/.local/share/bash-completion/completions/memory
_memory() {
  local word verb='' previous="\${COMP_WORDS[COMP_CWORD - 1]}" current="\${COMP_WORDS[COMP_CWORD]}" words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${verb:+$verb }$word" in
    ${known}) verb="\${verb:+$verb }$word" ;;
    esac
  done
  COMPREPLY=()
  case "$verb $previous" in
${values.join("\n")}
    ${free.join(" | ")}) return ;;
  *)
    case "$verb" in
${cases.join("\n")}
    esac
    ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _memory memory
`;
}
