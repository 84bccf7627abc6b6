/** `robots serve --audit-log …`: the service passes its audit settings to the audits that it starts. */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { auditArguments, auditSettings } from '../src/audit/audit-settings.ts';
import { commandEntries } from '../src/commands/command-entries.ts';
import { robots, startRobots } from './command.ts';

async function optionsOf(name: string) {
  const entry = commandEntries.find((one) => one.name === name);
  const command = await entry!.load();
  return command(
    () => {},
    async () => [],
  ).options;
}

describe('an option of both robots serve and robots audit', () => {
  /** Options that are passed on because both commands have them, although they are not in the list of settings. */
  const OTHERWISE = ['--versions'];

  it('is a setting of the audit, so that the service hands it to its child', async () => {
    const [serve, audit] = [await optionsOf('serve'), await optionsOf('audit')];
    const shared = serve.map(({ long }) => long!).filter((long) => audit.some((one) => one.long === long));
    const settings = auditSettings('').map(({ long }) => long!);
    expect(shared.sort()).toEqual([...settings, ...OTHERWISE].sort());
  });

  const ARGUMENTS: readonly (readonly [option: string, ...values: string[]])[] = [
    ['--log-format', '$remote_addr "$request"'],
    ['--grace', '0.5'],
    ['--ranges', '--odd.json', 'GPTBot=b.json'],
    ['--rdns', 'names.json'],
    ['--signature-keys', 'https://bot.example=keys.json', 'more.json'],
    ['--network'],
    ['--no-network'],
    ['--trust-claims'],
    ['--json-field', 'userAgent=a=b.0', 'status=s'],
    ['--own-proxies', '192.0.2.0/24', '2001:db8::/32'],
    ['--client-address', 'X-Forwarded-For'],
    ['--registry', 'more.json'],
    ['--strict-agents'],
  ];

  it('is in the list of this test', () => {
    expect(ARGUMENTS.map(([option]) => option)).toEqual(auditSettings('').map(({ long }) => long));
  });

  it.each(ARGUMENTS)('%s is handed over as it was given', async (option, ...values) => {
    const entry = commandEntries.find(({ name }) => name === 'serve');
    const command = (await entry!.load())(
      () => {},
      async () => [],
    );
    const given = values.length === 0 ? [option] : values.map((value) => `${option}=${value}`);
    command.parseOptions(given);
    expect(auditArguments(command.opts())).toEqual(given);
  });
});

/** Creates a folder with a log, a version, and ranges for an unknown crawler. */
function folder(): (name: string) => string {
  const path = mkdtempSync(join(tmpdir(), 'robots-serve-audit-'));
  const files = {
    'robots.txt': 'User-agent: *\nDisallow: /private/\n',
    'access.log':
      '{"a":"192.0.2.7","t":"2026-11-05T10:00:00Z","r":"GET /private/x HTTP/1.1","s":200,"who":"GPTBot/1.3"}\n',
    'ranges.json': '{"GPTBto":["192.0.2.0/24"]}',
    'other.json': '{"GPTBot":["198.51.100.0/24"]}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return (name) => join(path, name);
}

function serveArguments(file: (name: string) => string): string[] {
  return [
    ...['serve', '--port', '0', '--log-level', 'silent'],
    ...['--audit-log', file('access.log'), '--versions', file('robots.txt')],
  ];
}

it('refuses ranges of an unknown crawler with --strict-agents when it starts', async () => {
  const file = folder();
  const args = [...serveArguments(file), '--ranges', file('ranges.json'), '--strict-agents'];
  const { exit, stderr } = await robots(args);
  expect([exit, stderr]).toEqual([2, expect.stringMatching(/GPTBto/i)]);
});

it('audits as robots audit does with the same settings', async () => {
  const file = folder();
  const settings = [
    ...['--json-field', 'userAgent=who', '--json-field', 'time=t', '--json-field', 'address=a'],
    ...['--json-field', 'request=r', '--json-field', 'status=s', '--grace', '0'],
    ...['--ranges', file('other.json')],
  ];
  const child = startRobots([...serveArguments(file), ...settings]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [greeting] = await once(child.stdout as NodeJS.EventEmitter, 'data');
  const url = /listening on (\S+)/.exec(String(greeting))?.[1] as string;
  const served = await (await fetch(`${url}/v1/audit`)).json();
  const args = ['audit', file('access.log'), '--versions', file('robots.txt'), '--format', 'json'];
  const { stdout } = await robots([...args, ...settings, '--partial']);
  expect(served).toEqual(JSON.parse(stdout));
  expect(served).toMatchObject({ classes: { unidentified: 1 } });
});
