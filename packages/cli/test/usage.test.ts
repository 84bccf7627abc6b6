import { describe, expect, it } from 'vitest';
import { robots, temporaryFile, temporaryFolder } from './command.ts';

const commands = [
  'check',
  'fetch',
  'batch',
  'cache',
  'demo',
  'agents',
  'doctor',
  'lsp',
  'init',
  'lint',
  'fmt',
  'test',
  'diff',
  'serve',
  'conformance',
];

describe('help', () => {
  it.each(commands)('robots %s --help has an example', async (name) => {
    const { stdout, exit } = await robots([name, '--help']);
    expect(exit).toBe(0);
    expect(stdout).toContain(`Usage: robots ${name}`);
    expect(stdout).toMatch(new RegExp(`\\$ .*robots ${name}`));
  });

  it.each([[['check']], [['audit', 'verify']], [[]], [['help']]])(
    'robots help %j is the help of that command',
    async (names) => {
      const { stdout, exit } = await robots(['help', ...names]);
      const same = await robots([...names.filter((name) => name !== 'help'), '--help']);
      expect([stdout, exit]).toEqual([same.stdout, 0]);
    },
  );

  it('lists all commands', async () => {
    const { stdout, exit } = await robots(['--help']);
    expect(exit).toBe(0);
    for (const name of commands) expect(stdout).toContain(`  ${name} `);
    // Three groups between the options and the examples.
    expect(stdout.match(/^[A-Z].*:$/gm)).toHaveLength(2 + 3);
  });

  it('prints the version', async () => {
    const { stdout, exit } = await robots(['--version']);
    expect([stdout, exit]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), 0]);
  });
});

describe('wrong usage exits with 2, quotes the value and says what is right', () => {
  const rows: readonly (readonly [name: string, args: string[], message: RegExp])[] = [
    ['no command', [], /^Usage: robots/],
    ['unknown command', ['chekc'], /^robots: unknown command 'chekc'\. Did you mean check\?\n$/],
    ['unknown option', ['check', '--robot', 'x', '/'], /unknown option '--robot'/],
    ['a URL in the place of a command', ['https://a.example/x'], /"robots check URL"/],
    ['another program’s command', ['validate', 'robots.txt'], /"robots lint FILE"/],
    [
      'help for an unknown command',
      ['help', 'chekc'],
      /^robots: unknown command 'chekc'\. Did you mean check\?\n$/,
    ],
    ['unknown subcommand', ['cache', 'list'], /unknown command 'list'/],
    [
      'a crawler where a URL is expected',
      ['check', 'https://a.example/', 'GPTBot'],
      /"GPTBot": .*To name a crawler, use --agent GPTBot/,
    ],
    [
      'a header where a URL is expected',
      ['check', 'Mozilla/5.0 (compatible; GPTBot/1.3)'],
      /To name a User-Agent header, use --user-agent/,
    ],
    [
      'a path without its slash',
      ['check', '--robots', '-', 'a/bingbot'],
      /begins with a slash: "\/a\/bingbot"/,
    ],
    ['no URL at all', ['check', 'a/b'], /Cannot check "a\/b": expected a URL such as/],
    ['bad target', ['check', 'a', '--robots', '/dev/null'], /"a": expected an absolute URL .* or a path/],
    ['no URL', ['check', '--robots', '/dev/null'], /Cannot check without a URL/],
    ['bad format', ['check', '/', '--format', 'xml'], /'xml' is invalid. Allowed choices are text, json/],
    ['bad dialect', ['batch', '--dialect', 'klingon'], /dialect "klingon": expected .*rfc9309/],
    ['bad preset', ['fetch', 'http://a/', '--preset', 'bing'], /'bing' is invalid/],
    [
      'bad limit',
      ['batch', '--max-bytes', '0'],
      /'0' is invalid. Expected a whole number from 1 to 67108864/,
    ],
    [
      'bad timeout',
      ['fetch', 'http://a/', '--timeout', '10s'],
      /'10s' is invalid. Expected a number of seconds/,
    ],
    [
      'bad store',
      ['fetch', 'http://a/', '--store', 'sqlite:x'],
      /store "sqlite:x": expected "memory", "lmdb:PATH"/,
    ],
    ['bad user agent', ['fetch', 'http://a/', '--user-agent', 'a\nb'], /userAgent "a\\nb": expected/],
    [
      'empty agent',
      ['check', '/', '--agent', '', '--robots', '/dev/null'],
      /--agent "": expected a product token/,
    ],
    ['agent of spaces', ['check', '/', '--agent', 'a,,b', '--robots', '/dev/null'], /--agent "a,,b"/],
    ['header of a browser', ['check', '/', '--agent', 'Mozilla/5.0 (X11)', '--robots', '/dev/null'], /X11/],
    [
      'two readers of stdin',
      ['check', '--robots', '-', '--urls', '-'],
      /only one of them can be standard input/,
    ],
    ['store of memory', ['cache', 'ls'], /store "memory".*expected --store lmdb:PATH/],
    ['nothing to purge', ['cache', 'purge', '--store', 'lmdb:x'], /expected either URLs or --all/],
    ['no such store', ['cache', 'ls', '--store', 'lmdb:/nowhere/x'], /"lmdb:\/nowhere\/x": there is no such/],
    [
      'unreachable store',
      ['cache', 'ls', '--store', 'redis://:secret@127.0.0.1:1'],
      /"redis:\/\/\*\*\*@127.*ECONNREFUSED/,
    ],
  ];

  it.each(rows)('%s', async (_name, args, message) => {
    const { stdout, stderr, exit } = await robots(args);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
    expect([stdout, exit]).toEqual(['', 2]);
  });
});

describe('files', () => {
  it('says why a file cannot be read', async () => {
    const missing = await robots(['check', '/', '--robots', '/nowhere/robots.txt']);
    expect([missing.stderr, missing.exit]).toEqual([
      'robots: Cannot read "/nowhere/robots.txt": there is no such file\n',
      2,
    ]);
    const folder = temporaryFolder();
    const directory = await robots(['batch', folder]);
    expect([directory.stderr, directory.exit]).toEqual([
      `robots: Cannot read "${folder}": it is a directory, expected a file\n`,
      2,
    ]);
  });

  it('takes an empty file for one that allows everything', async () => {
    const { stdout, exit } = await robots(['check', '/x', '--robots', temporaryFile('robots.txt', '')]);
    expect(stdout).toMatch(/^allowed {2}\/x {2}no group applies to this crawler$/m);
    expect(exit).toBe(0);
  });

  it('reads a file without end only to the limit', async () => {
    const { stdout, exit } = await robots(['check', '/x', '--robots', '/dev/zero', '--explain']);
    expect(stdout).toContain('truncated at the limit');
    expect(exit).toBe(0);
  });
});
