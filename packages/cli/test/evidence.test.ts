/** When another party verifies a bundle of evidence, every change to it or to the logs is detected. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { robots } from './command.ts';

const LINES = [
  '20.15.240.70 - - [05/Nov/2026:10:00:00 +0000] "GET /robots.txt HTTP/1.1" 200 33 "-" "GPTBot/1.3"',
  '20.15.240.70 - - [05/Nov/2026:10:00:05 +0000] "GET /private/x HTTP/1.1" 200 5 "-" "GPTBot/1.3"',
  '203.0.113.9 - - [05/Nov/2026:10:00:06 +0000] "GET /private/y HTTP/1.1" 200 5 "-" "GPTBot/1.3"',
  '66.249.66.1 - - [05/Nov/2026:10:00:07 +0000] "GET /private/z HTTP/1.1" 200 5 "-" "Googlebot/2.1"',
];
const LOG = `${LINES.join('\n')}\n`;
let made = '';

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'robots-evidence-'));
  mkdirSync(join(made, 'versions'));
  writeFileSync(join(made, 'versions/2026-11-01T00-00-00Z.txt'), 'User-agent: *\nDisallow: /private/\n');
  writeFileSync(join(made, 'access.log'), LOG);
  writeFileSync(join(made, 'ranges.json'), '{ "GPTBot": ["20.15.240.64/28"] }');
  writeFileSync(join(made, 'names.json'), '{ "66.249.66.1": null }');
  const { exit, stderr } = await robots([
    ...['audit', join(made, 'access.log'), '--versions', join(made, 'versions')],
    ...['--ranges', join(made, 'ranges.json'), '--rdns', join(made, 'names.json')],
    ...['--evidence', join(made, 'evidence'), '--format', 'json'],
  ]);
  expect([exit, stderr]).toEqual([0, expect.stringMatching(/the SHA-256 of manifest\.json is [0-9a-f]{64}/)]);
});

interface Copy {
  bundle: string;
  log: string;
  edit(name: string, change: (text: string) => string): void;
}

/** The files that were handed over: the bundle and the log. */
function copy(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'robots-evidence-copy-'));
  const [bundle, log] = [join(folder, 'evidence'), join(folder, 'access.log')];
  cpSync(join(made, 'evidence'), bundle, { recursive: true });
  cpSync(join(made, 'access.log'), log);
  const edit = (name: string, change: (text: string) => string): void => {
    const path = name === 'log' ? log : join(bundle, name);
    const text = readFileSync(path, 'utf8');
    const changed = change(text);
    expect(changed).not.toBe(text);
    writeFileSync(path, changed);
    // Someone who rewrites the manifest also rewrites the seal.
    if (name === 'manifest.json') writeFileSync(join(bundle, 'manifest.sha256'), sealOf(changed));
  };
  return { bundle, log, edit };
}

/** The content of the seal in the format of `sha256sum`. */
function sealOf(manifest: string): string {
  return `${createHash('sha256').update(manifest).digest('hex')}  manifest.json\n`;
}

/** Changes a file in the bundle, and updates its digest in the manifest. */
function forge({ bundle, edit }: Copy, name: string, change: (text: string) => string): void {
  edit(name, change);
  const digest = createHash('sha256')
    .update(readFileSync(join(bundle, name)))
    .digest('hex');
  edit('manifest.json', (text) => {
    const manifest = JSON.parse(text) as { files: Record<string, string> };
    manifest.files[name] = digest;
    return JSON.stringify(manifest);
  });
}

const verify = ({ bundle, log }: Copy) => robots(['audit', 'verify', bundle, log]);

describe('robots audit --evidence', () => {
  it('keeps the line of each sample, its place, and what its crawler held', () => {
    const samples = readFileSync(join(made, 'evidence/samples.ndjson'), 'utf8').trim().split('\n');
    const [first] = samples.map((text) => JSON.parse(text)) as { raw: string; offset: number }[];
    expect(LOG.slice(first?.offset).startsWith(first?.raw as string)).toBe(true);
    expect(first).toMatchObject({
      rule: { version: '2026-11-01T00-00-00Z', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      identity: 'range',
      lastFetch: { line: 1, status: 200, held: 'version', version: '2026-11-01T00-00-00Z' },
    });
  });

  it('writes to no folder that holds something', async () => {
    const args = ['audit', join(made, 'access.log'), '--versions', join(made, 'versions')];
    const { exit, stderr } = await robots([...args, '--evidence', join(made, 'evidence')]);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/expected an empty folder/)]);
  });
});

describe('robots audit verify', () => {
  it('derives report and samples again, and names the bundle by its digest', async () => {
    const handed = copy();
    const { exit, stdout } = await verify(handed);
    const digest = createHash('sha256')
      .update(readFileSync(join(handed.bundle, 'manifest.json')))
      .digest('hex');
    expect([exit, stdout]).toEqual([
      0,
      expect.stringContaining(`The SHA-256 of manifest.json is ${digest}.`),
    ]);
  });

  it.each<[string, RegExp, (handed: Copy) => void]>([
    [
      'an octet of the log',
      /access\.log was changed/,
      ({ edit }) => edit('log', (text) => text.replace('/y', '/w')),
    ],
    [
      'two lines of the log',
      /access\.log was changed/,
      ({ edit }) => edit('log', () => `${[LINES[1], LINES[0], LINES[2], LINES[3]].join('\n')}\n`),
    ],
    [
      'a line at the end',
      /access\.log was changed/,
      ({ edit }) => edit('log', (text) => `${text}${LINES[1]}\n`),
    ],
    ['the last line end', /access\.log was changed/, ({ edit }) => edit('log', (text) => text.trimEnd())],
    ...['report.json', 'samples.ndjson', 'ranges.json', 'rdns.json', 'version-1.txt'].map(
      (name): [string, RegExp, (handed: Copy) => void] => [
        name,
        new RegExp(`${name.replace('.', '\\.')} was changed`),
        ({ edit }) => edit(name, (text) => `${text} `),
      ],
    ),
    [
      'an octet of the command in the manifest',
      /manifest\.json or manifest\.sha256 was changed/,
      ({ bundle }) => {
        const path = join(bundle, 'manifest.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace('--versions', '--versiont'));
      },
    ],
    [
      'an octet of the digest of the manifest',
      /manifest\.json or manifest\.sha256 was changed/,
      ({ edit }) => edit('manifest.sha256', (text) => text.replace('manifest.json', 'manifest.jsom')),
    ],
    [
      'no digest of the manifest',
      /manifest\.sha256 is missing/,
      ({ bundle }) => rmSync(join(bundle, 'manifest.sha256')),
    ],
    [
      'the name of a file',
      /version-1\.txt is missing[\s\S]*"version-9\.txt" is not part of the bundle/,
      ({ bundle }) => renameSync(join(bundle, 'version-1.txt'), join(bundle, 'version-9.txt')),
    ],
    [
      'one file more',
      /"more\.txt" is not part of the bundle/,
      ({ bundle }) => writeFileSync(join(bundle, 'more.txt'), ''),
    ],
    [
      'a report with its digest',
      /report\.json differs: line \d+ says .*"violation": 9/,
      (handed) => forge(handed, 'report.json', (text) => text.replace('"violation": 1', '"violation": 9')),
    ],
    [
      'samples with their digest',
      /samples\.ndjson differs/,
      (handed) => forge(handed, 'samples.ndjson', (text) => text.replace('/private/x', '/private/a')),
    ],
    [
      'a version with its digest',
      /report\.json differs/,
      (handed) => forge(handed, 'version-1.txt', (text) => `# late\n${text}`),
    ],
    [
      'ranges with their digest',
      /report\.json differs/,
      (handed) => forge(handed, 'ranges.json', (text) => text.replace('20.15.240.64/28', '203.0.113.0/24')),
    ],
    [
      'answers of DNS with their digest',
      /report\.json differs/,
      (handed) => forge(handed, 'rdns.json', () => '{}'),
    ],
    [
      'what was asked',
      /report\.json differs/,
      ({ edit }) =>
        edit('manifest.json', (text) => text.replace('"question": {', '"question": {"graceMs": 0,')),
    ],
    [
      'the size of a log in the manifest',
      /access\.log was changed/,
      ({ edit }) => edit('manifest.json', (text) => text.replace(/"octets": \d+/, '"octets": 5')),
    ],
    [
      'when a version was served',
      /report\.json differs/,
      ({ edit }) => edit('manifest.json', (text) => text.replace(/"from": \d+/, '"from": 1')),
    ],
  ])('tells that this was changed: %s', async (_, told, change) => {
    const handed = copy();
    change(handed);
    const { exit, stdout } = await verify(handed);
    expect([exit, stdout]).toEqual([1, expect.stringMatching(told)]);
  });

  it('needs the log where it was, or to be told where it is', async () => {
    const handed = copy();
    handed.edit('manifest.json', (text) => text.replace(/"name": "[^"]*access\.log"/, '"name": "gone.log"'));
    const { exit, stderr } = await robots(['audit', 'verify', handed.bundle]);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/"gone\.log".*pass its path/)]);
  });

  it('says that another program or registry made it', async () => {
    const handed = copy();
    handed.edit('manifest.json', (text) =>
      text
        .replace(/("name": "@robots-exclusion\/cli",\s*"version": )"[^"]*"/, '$1"0.0.1"')
        .replace(/("sha256": ")\w{4}/, '$1abcd'),
    );
    const { exit, stdout } = await verify(handed);
    expect([exit, stdout]).toEqual([
      0,
      expect.stringMatching(/by version 0\.0\.1[\s\S]*a different crawler registry/),
    ]);
  });

  it.each<[string, (text: string) => string]>([
    ['no JSON', () => 'x'],
    ['another JSON', () => '{"files": []}'],
    ['files elsewhere', (text) => text.replace('"version-1.txt"', '"../access.log"')],
    ['a log without a name', (text) => text.replace(/"name": "[^"]*access\.log"/, '"name": 5')],
  ])('refuses a manifest with %s', async (_, change) => {
    const handed = copy();
    handed.edit('manifest.json', change);
    const { exit, stderr } = await verify(handed);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/Cannot read the evidence in .*evidence/)]);
  });

  it('does not read a log that never ends', async () => {
    const handed = copy();
    handed.edit('manifest.json', (text) => text.replace(/"name": "[^"]*access\.log"/, '"name": "/dev/zero"'));
    const { exit, stderr } = await robots(['audit', 'verify', handed.bundle]);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/"\/dev\/zero": expected a file/)]);
  });
});
