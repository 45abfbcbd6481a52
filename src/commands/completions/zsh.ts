/** Completion for zsh: to be evaluated, or saved as `_memory` in a folder of `fpath`. */
import type { Option, Verb, Word } from "./tree.ts";

/** The function that a shell loads. */
export function zsh(verbs: readonly Verb[]): string {
  const known = verbs.filter(({ name }) => name !== "").map(({ name }) => quote(name)).join(" | ");
  const cases = verbs.map(({ name, words, options }) =>
    `    (${quote(name)})
      words_=(${words.map(({ word, about }) => item({ word, about })).join(" ")})
      options=(${options.map(({ name, about }) => item({ word: name, about })).join(" ")}) ;;`
  );
  return `#compdef memory
# Completion of memory for zsh: eval this, or put it as _memory into a folder of your fpath.
_memory() {
  local word verb=''
  local -a words_ options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${verb:+$verb }$word" in
      (${known}) verb="\${verb:+$verb }$word" ;;
    esac
  done
  case "$verb \${words[CURRENT-1]}" in
${verbs.flatMap((verb) => verb.options.map((option) => value(verb.name, option))).filter(Boolean).join("\n")}
  esac
  case "$verb" in
${cases.join("\n")}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe -o option options
  elif (( $#words_ )); then
    _describe verb words_
  else
    _files
  fi
}
if [[ "\${funcstack[1]-}" == _memory ]]; then
  _memory "$@"
else
  compdef _memory memory
fi
`;
}

/** What comes after an option that takes a value. */
function value(verb: string, { name, takes, choices, isPath }: Option): string {
  if (takes !== "value" && choices.length === 0) return "";
  const action = choices.length > 0
    ? `words_=(${choices.map(quote).join(" ")}); _describe value words_`
    : isPath
    ? "_files"
    : `_message ${quote(name)}`;
  return `    (${quote(`${verb} ${name}`)}) ${action}; return ;;`;
}

/** A colon separates a word from its description. */
function item({ word, about }: Word): string {
  return quote(`${word.replaceAll(":", "\\:")}:${about.replaceAll(":", "\\:")}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
