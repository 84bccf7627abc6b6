/** Shell scripts that complete `robots` commands. */
import type { CompletedCommand } from './completed-commands.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

export const completionScripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};

function flagsOf({ subcommands, options }: CompletedCommand): string[] {
  return [...subcommands, ...options.map(({ flag }) => flag)];
}

function bash(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(
    ({ name, subcommands, options }) =>
      `    ${name}) options="${options.map(({ flag }) => flag).join(' ')}"; subcommands="${subcommands.join(' ')}" ;;`,
  );
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, letter, choices }) => {
        const pattern = [flag, letter]
          .filter(Boolean)
          .map((one) => `${name}:${one}`)
          .join('|');
        return `    ${pattern}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$word")); return ;;`;
      }),
  );
  const names = commands.map(({ name }) => name).join(' ');
  return `# bash completion for robots
_robots() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" options="" subcommands=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} help --help --version" -- "$word"))
    return
  fi
  case "$command:$before" in
${values.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *)
      COMPREPLY=($(compgen -f -- "$word"))
      if [ "$COMP_CWORD" -eq 2 ] && [ -n "$subcommands" ]; then COMPREPLY+=($(compgen -W "$subcommands" -- "$word")); fi ;;
  esac
}
complete -o filenames -F _robots robots
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string =>
    text.replace(/['\\[\]:]/g, (character) => (character === "'" ? "'\\''" : `\\${character}`));
  const list = commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`);
  const cases = commands.map(({ name, subcommands, options }) => {
    const specs = options.map(({ flag, takesValue, text, choices }) => {
      const value = takesValue ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : '';
      return `        '*${flag}[${quoted(text)}]${value}'`;
    });
    const first = subcommands.length > 0 ? [`        '1:subcommand:(${subcommands.join(' ')})'`] : [];
    return `      ${name})\n        _arguments \\\n${[...specs, ...first].join(' \\\n')} \\\n        '*:file:_files' ;;`;
  });
  return `#compdef robots
_robots() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
# Evaluated, it registers itself; on the path of functions, it is called.
if [[ "$zsh_eval_context[-1]" == loadautofunc ]]; then _robots "$@"; else compdef _robots robots; fi
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const names = commands.map(
    ({ name, summary }) => `complete -c robots -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
  );
  const parts = commands.flatMap(({ name, subcommands, options }) => {
    const seen = `complete -c robots -n '__fish_seen_subcommand_from ${name}'`;
    return [
      ...subcommands.map((subcommand) => `${seen} -a ${subcommand}`),
      ...options.map(({ flag, letter, takesValue, text, choices }) => {
        const value = takesValue ? (choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r') : '';
        const short = letter === undefined ? '' : ` -s ${letter.slice(1)}`;
        return `${seen}${short} -l ${flag.slice(2)}${value} -d ${quoted(text)}`;
      }),
    ];
  });
  return `# fish completion for robots\n${[...names, ...parts].join('\n')}\n`;
}

function powershell(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const list = (items: readonly string[]): string => `@(${items.map(quoted).join(', ')})`;
  const names = commands.map(({ name, summary }) => `    ${quoted(name)} = ${quoted(summary)}`);
  const flags = commands.map((command) => `    ${quoted(command.name)} = ${list(flagsOf(command))}`);
  const choices = commands.flatMap(({ name, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map((option) => `    ${quoted(`${name}:${option.flag}`)} = ${list(option.choices)}`),
  );
  return `# PowerShell completion for robots
Register-ArgumentCompleter -Native -CommandName robots -ScriptBlock {
  param($word, $ast, $position)
  $commands = [ordered]@{
${names.join('\n')}
  }
  $flags = @{
${flags.join('\n')}
  }
  $choices = @{
${choices.join('\n')}
  }
  $words = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
  if ($words.Count -le 1) { $found = $commands.Keys }
  elseif ($choices.ContainsKey("$($words[1]):$($words[-1])")) { $found = $choices["$($words[1]):$($words[-1])"] }
  else { $found = $flags[$words[1]] }
  $found | Where-Object { $_ -like "$word*" } | ForEach-Object {
    $text = if ($words.Count -le 1) { $commands[$_] } else { $_ }
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $text)
  }
}
`;
}
