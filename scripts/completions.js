/**
 * Writes shell completions and man pages of the command:
 *
 *   npm run completions -- [--out FOLDER]
 *
 * Both are made from the commands' own definitions, so these files say what the command takes.
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
  return { name, summary, help };
});

for (const [shell, file] of [
  ['bash', 'robots.bash'],
  ['zsh', '_robots'],
  ['fish', 'robots.fish'],
  ['powershell', 'robots.ps1'],
])
  save(`completions/${file}`, outputOf('completion', shell));
save('man/robots.1', manPage('robots', 'the Robots Exclusion Protocol (RFC 9309)', overview));
for (const { name, summary, help } of commands)
  save(`man/robots-${name}.1`, manPage(`robots-${name}`, summary, help));

function helpOf(...args) {
  return outputOf(...args, '--help');
}

function outputOf(...args) {
  return execFileSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
}

/** Names and summaries below "Commands:". */
function commandsIn(help) {
  const [, list = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(help) ?? [];
  return [...list.matchAll(/^ {2}([a-z]+)(?: \S+)* {2,}(\S.*)$/gm)]
    .map(([, name, summary]) => ({ name, summary }))
    .filter(({ name }) => name !== 'help');
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
