/**
 * Writes shell completions (bash, zsh, fish) and man pages of the command from its help:
 *
 *   npm run completions -- [--out FOLDER]
 *
 * The help is made from the commands' own definitions, so these files say what the command takes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
const COMMAND = 'packages/cli/bin/robots.js';

const overview = helpOf();
const commands = commandsIn(overview).map(({ name, summary }) => {
  const help = helpOf(name);
  return { name, summary, help, options: optionsIn(help) };
});

save('completions/robots.bash', bash());
save('completions/_robots', zsh());
save('completions/robots.fish', fish());
save('man/robots.1', manPage('robots', 'the Robots Exclusion Protocol (RFC 9309)', overview));
for (const { name, summary, help } of commands)
  save(`man/robots-${name}.1`, manPage(`robots-${name}`, summary, help));

function helpOf(...args) {
  return execFileSync(process.execPath, [COMMAND, ...args, '--help'], { encoding: 'utf8' });
}

/** Names and summaries below "Commands:". */
function commandsIn(help) {
  const [, list = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(help) ?? [];
  return [...list.matchAll(/^ {2}([a-z]+)(?: \S+)* {2,}(\S.*)$/gm)]
    .map(([, name, summary]) => ({ name, summary }))
    .filter(({ name }) => name !== 'help');
}

/** Long options with what they say, and their choices where they name them. */
function optionsIn(help) {
  const [, list = ''] = /\nOptions:\n([\s\S]*?)(?:\n\n|$)/.exec(help) ?? [];
  const unwrapped = list.replace(/\n {6,}/g, ' ');
  return [...unwrapped.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)( <[^>]+>)? {2,}(\S.*)$/gm)].map(
    ([, flag, value, text]) => ({
      flag,
      takesValue: value !== undefined,
      text,
      choices: [...(/\(choices: ([^)]*?)(?:, default|\))/.exec(text)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
        ([, choice]) => choice,
      ),
    }),
  );
}

function bash() {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) options="${options.map(({ flag }) => flag).join(' ')}" ;;`,
  );
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ flag, choices }) =>
          `    ${name}:${flag}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$word")); return ;;`,
      ),
  );
  return `# bash completion for robots
_robots() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" options=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} help --help --version" -- "$word"))
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
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _robots robots
`;
}

function zsh() {
  const quoted = (text) =>
    text.replace(/['\\[\]:]/g, (character) => (character === "'" ? "'\\''" : `\\${character}`));
  const list = commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`);
  const cases = commands.map(({ name, options }) => {
    const specs = options.map(({ flag, takesValue, text, choices }) => {
      const value = takesValue ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : '';
      return `        '${flag}[${quoted(text)}]${value}'`;
    });
    return `      ${name})\n        _arguments \\\n${specs.join(' \\\n')} \\\n        '*:file:_files' ;;`;
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
_robots "$@"
`;
}

function fish() {
  const quoted = (text) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const names = commands.map(
    ({ name, summary }) => `complete -c robots -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
  );
  const options = commands.flatMap(({ name, options: all }) =>
    all.map(({ flag, takesValue, text, choices }) => {
      const value = takesValue ? (choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r') : '';
      return `complete -c robots -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${value} -d ${quoted(text)}`;
    }),
  );
  return `# fish completion for robots\n${[...names, ...options].join('\n')}\n`;
}

function manPage(name, summary, help) {
  const roff = (text) =>
    text
      .replaceAll('\\', '\\e')
      .replaceAll('-', '\\-')
      .replace(/^([.'])/gm, '\\&$1');
  return `.TH ${name.toUpperCase()} 1 "" "robots\\-exclusion" "User Commands"
.SH NAME
${roff(name)} \\- ${roff(summary)}
.SH DESCRIPTION
.nf
${roff(help.trimEnd())}
.fi
.SH SEE ALSO
${name === 'robots' ? commands.map((one) => `.BR robots\\-${one.name} (1)`).join(',\n') : '.BR robots (1)'}
`;
}

function save(name, text) {
  const file = join(values.out, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}
