/** Completion for PowerShell 5.1 and newer. */
import type { Verb } from "./tree.ts";

/** The script that a profile runs. */
export function powershell(verbs: readonly Verb[]): string {
  const entries = verbs.map(({ name, words, options }) => {
    const pairs = [
      ...words.map(({ word, about }) => [word, about]),
      ...options.map(({ name, about }) => [name, about]),
    ];
    return `    ${quote(name)} = @(${
      pairs.map(([word = "", about = ""]) => `@(${quote(word)}, ${quote(about)})`).join(", ")
    })`;
  });
  const values = verbs.flatMap(({ name, options }) =>
    options.filter(({ choices, takes }) => choices.length > 0 || takes === "value").map((option) =>
      `    ${quote(`${name} ${option.name}`)} = @(${option.choices.map(quote).join(", ")})`
    )
  );
  return `# Completion of memory for PowerShell: add this to your $PROFILE
$MemoryVerbs = @{
${entries.join("\n")}
}
$MemoryValues = @{
${values.join("\n")}
}
Register-ArgumentCompleter -Native -CommandName 'memory', 'memory.exe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    $verb = ''
    $previous = ''
    foreach ($word in $words | Select-Object -Skip 1) {
        $longer = "$verb $word".Trim()
        if ($MemoryVerbs.ContainsKey($longer)) { $verb = $longer }
        $previous = $word
    }
    if ($MemoryValues.ContainsKey("$verb $previous")) {
        $found = $MemoryValues["$verb $previous"] | ForEach-Object { , @($_, $_) }
    } else {
        $found = $MemoryVerbs[$verb]
    }
    $found | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
    }
}
`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
