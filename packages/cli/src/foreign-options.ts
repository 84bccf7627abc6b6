/** Options of other programs, and this command's equivalents. */
import type { Command } from 'commander';

interface Foreign {
  readonly names: readonly string[];
  /**
   * Hints in order of preference. The first hint whose option the command has applies. A hint with an empty option
   * always applies.
   */
  readonly ours: readonly (readonly [option: string, hint: string])[];
}

const ANY = '';

const FOREIGN: readonly Foreign[] = [
  { names: ['--watch', '-w'], ours: [[ANY, 'to watch a site, use "robots watch ORIGIN"']] },
  {
    names: ['--verbose', '-v', '-vv', '--debug', '-d'],
    ours: [
      ['--explain', '"--explain" shows all rules that match; "-V" prints the version'],
      ['--log-level', '"--log-level debug" logs more; "-V" prints the version'],
      ['--format', '"--format json" shows everything; "-V" prints the version'],
      [ANY, '"--help" describes the output; "-V" prints the version'],
    ],
  },
  { names: ['--silent', '-S'], ours: [[ANY, '"-q" suppresses warnings']] },
  {
    names: ['-o', '-O', '--output', '--out', '--outfile', '--output-file'],
    ours: [
      ['--out', '"--out FILE" sets the output file'],
      ['--write', '"--write" replaces each file; without it add "> FILE"'],
      [ANY, 'results go to standard output: add "> FILE"'],
    ],
  },
  {
    names: ['-U', '-A', '--ua', '--user-agent', '--bot', '--crawler'],
    ours: [['--agent', '"--agent TOKEN" names the crawler']],
  },
  {
    names: ['-i', '--input', '--file', '--stdin'],
    ours: [
      ['--robots', '"--robots FILE" names the robots.txt; "-" is standard input'],
      [ANY, 'pass the file as an argument; "-" is standard input'],
    ],
  },
  {
    names: ['--robots', '--rules'],
    ours: [['--versions', '"--versions SOURCE" names the robots.txt, or its versions over time']],
  },
  { names: ['--url'], ours: [['--urls', 'pass the URL as an argument, or a list with "--urls FILE"']] },
  {
    names: ['-r', '-R', '--recursive', '--ext', '--glob'],
    ours: [
      ['--fix', 'pass the folder as an argument to include every robots.txt in it'],
      ['--write', 'pass the folder as an argument to include every robots.txt in it'],
      ['--files-from', 'pass the folder as an argument to include every archive in it'],
    ],
  },
  {
    names: ['--fix', '--write', '--in-place'],
    ours: [
      ['--fix', '"--fix" replaces the file'],
      ['--write', '"--write" replaces the file'],
      [ANY, '"robots lint --fix" fixes a file, "robots fmt --write" formats it'],
    ],
  },
  { names: ['-n', '--dry-run'], ours: [['--write', 'without "--write" nothing is written']] },
  {
    names: ['--config', '-c', '--conf', '--rc'],
    ours: [
      ['--config', '"--config FILE" names the settings file'],
      [ANY, 'options are also read from robots.config.json in this folder'],
    ],
  },
  {
    names: ['--ignore', '--disable', '--exclude', '--max-warnings', '--strict'],
    ours: [['--rule', '"--rule CODE=error|warning|info|off" sets the severity of a rule']],
  },
  {
    names: ['-j', '--jobs', '--threads', '--concurrency', '--parallel'],
    ours: [['--workers', '"--workers N" sets the number of workers']],
  },
  { names: ['-t', '--max-time'], ours: [['--timeout', '"--timeout SECONDS" limits one fetch']] },
  {
    names: ['-p', '-P', '--listen'],
    ours: [['--port', '"--port NUMBER" sets the port to listen on']],
  },
  {
    names: ['--color', '--colour', '--no-colour', '--colors'],
    ours: [
      [ANY, 'terminal output is coloured; "--no-color" turns colours off, FORCE_COLOR=1 forces them on'],
    ],
  },
  { names: ['-?'], ours: [[ANY, '"--help" prints help']] },
  { names: ['--json'], ours: [[ANY, 'this command has no JSON output: see "--help"']] },
];

/** Commands of other programs, and this program's equivalents. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['explain', '"robots check URL --explain" shows all rules that match'],
  ['generate', '"robots init" writes a new file'],
  ['validate', '"robots lint FILE" finds mistakes'],
  ['version', '"robots -V" prints the version'],
]);

/** Suggests this program's equivalent of the unknown option or command in `message`; undefined if there is none. */
export function foreignHint(message: string, command: Command): string | undefined {
  const [, name] = /^unknown command '(.+)'$/s.exec(message) ?? [];
  if (name !== undefined) return COMMANDS.get(name) ?? argumentHint(name);
  const [, option = ''] = /^unknown option '([^'=]+)/.exec(message) ?? [];
  const has = (name: string): boolean => command.options.some(({ long }) => long === name);
  const foreign = FOREIGN.find(({ names }) => names.includes(option));
  const [, hint] = foreign?.ours.find(([ours]) => ours === ANY || has(ours)) ?? [];
  return hint ?? formatHint(option, command);
}

/** Suggests a command if the user typed a URL or a file instead. */
function argumentHint(name: string): string | undefined {
  if (!/[/.]/.test(name)) return undefined;
  return 'the command comes first: "robots check URL" checks a URL, "robots lint FILE" checks a file';
}

/** Suggests `--format` if the user typed the name of a format as an option. */
function formatHint(option: string, command: Command): string | undefined {
  const choices = command.options.find(({ long }) => long === '--format')?.argChoices ?? [];
  const name = option.replace(/^--/, '');
  return choices.includes(name) ? `use "--format ${name}"` : undefined;
}
