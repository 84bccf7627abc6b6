/**
 * Writes shell completions and man pages of the command:
 *
 *   npm run completions -- [--out FOLDER]
 *
 * The command generates both from its own definitions.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commandEntries } from '../dist/commands/command-entries.js';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
const COMMAND = fileURLToPath(new URL('../bin/robots.js', import.meta.url));
const FILES = { bash: 'robots.bash', zsh: '_robots', fish: 'robots.fish', powershell: 'robots.ps1' };

for (const [shell, file] of Object.entries(FILES)) save(`completions/${file}`, robots('completion', shell));
const pages = commandEntries.map(({ name }) => `.BR robots\\-${name} (1)`).join(',\n');
save('man/robots.1', manPage('robots', 'the Robots Exclusion Protocol (RFC 9309)', robots('--help'), pages));
for (const { name, summary } of commandEntries)
  save(`man/robots-${name}.1`, manPage(`robots-${name}`, summary, robots(name, '--help'), '.BR robots (1)'));

function robots(...args) {
  return execFileSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
}

function manPage(name, summary, help, others) {
  return `.TH ${name.toUpperCase()} 1 "" "robots\\-exclusion" "User Commands"
.SH NAME
${roff(name)} \\- ${roff(summary)}
.SH DESCRIPTION
.nf
${roff(help.trimEnd())}
.fi
.SH SEE ALSO
${others}
`;
}

function roff(text) {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return escaped.replace(/^([.'])/gm, '\\&$1');
}

function save(name, text) {
  const file = join(values.out, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
