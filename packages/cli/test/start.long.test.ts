/**
 * Tests which modules the command loads when it starts. Without this test, an additional import could slow every start
 * unnoticed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';

await buildOnce();

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const shop = fileURLToPath(new URL('../../../examples/shop/robots.txt', import.meta.url));
const record = '{"robots":"User-agent: *\\nDisallow: /x\\n","agent":"FooBot","url":"/x"}\n';
const folder = mkdtempSync(join(tmpdir(), 'robots-start-'));

/** When a process exits, prints the files and Node modules that the process loaded and the objects that it created. */
const reporter = join(folder, 'report.cjs');
const report = join(folder, 'loaded.json');
writeFileSync(
  reporter,
  `const before = new Set(process.moduleLoadList);
let profiles = 0;
const { freeze } = Object;
Object.freeze = (value) => {
  if (value?.userAgentPatterns) profiles++;
  return freeze(value);
};
process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify({
  profiles,
  files: Object.keys(require.cache).filter((file) => file !== __filename),
  node: process.moduleLoadList.filter((name) => !before.has(name)),
})));`,
);

interface Loaded {
  /** The number of crawler profiles that were created. */
  profiles: number;
  files: string[];
  node: string[];
}

/** Node loads this module only when a file imports an ES module. */
const esModules = /esm\/(?:translators|module_job)/;
/** Matches modules that connect, decode, sign or start threads. */
const heavy =
  /NativeModule (?:zlib|crypto|http2?|https|dns|tls|worker_threads|child_process|fs\/promises|inspector)$/;

describe('a start loads what the command needs, and nothing else', () => {
  it.each([
    ['--version', ['--version'], []],
    ['--help', ['--help'], []],
    ['check with a file', ['check', '/cart/', '--robots', shop, '--agent', 'bingbot'], ['core.cjs']],
    ['batch', ['batch'], ['core.cjs'], 'robots: FooBot is not a known crawler\n'],
    ['lint', ['lint', shop], ['core-dialects.cjs', 'core-lint.cjs', 'core-usage.cjs', 'core.cjs']],
  ])('%s', (_, args, rooms, said = '') => {
    const { status, stderr } = run(join(packageFolder, 'bin/robots.js'), args, ['--require', reporter]);
    expect(stderr).toBe(said);
    expect(status).toBeLessThan(2);
    const loaded = JSON.parse(readFileSync(report, 'utf8')) as Loaded;
    expect(loaded.profiles).toBeLessThan(5);
    expect(loaded.files.every((file) => file.startsWith(packageFolder))).toBe(true);
    const names = loaded.files.map((file) => basename(file));
    expect(names.filter((name) => name.startsWith('core')).sort()).toEqual(rooms);
    expect(names.length - rooms.length).toBeLessThan(17);
    expect(names.filter((name) => name.includes('seldom'))).toEqual([]);
    expect(loaded.node.filter((name) => esModules.test(name) || heavy.test(name))).toEqual([]);
  });

  it('the test sees an ES module', () => {
    run(join(packageFolder, 'bin/robots.js'), ['warc', 'no.warc'], ['--require', reporter]);
    const { node } = JSON.parse(readFileSync(report, 'utf8')) as { node: string[] };
    expect(node.some((name) => esModules.test(name))).toBe(true);
    expect(node.some((name) => heavy.test(name))).toBe(true);
  });
});

describe('the code that V8 compiled at build', () => {
  it('is accepted for each file that these commands load', () => {
    const built = join(packageFolder, 'lib');
    const kept = readdirSync(built).filter((name) => name.endsWith('.v8'));
    expect(kept).toContain('core-lint.cjs.v8');
    const rejected = `const { compiledCode, scriptOf } = require(${JSON.stringify(join(packageFolder, 'bin/code-cache.js'))});
      const files = ${JSON.stringify(kept.map((name) => join(built, name.slice(0, -'.v8'.length))))};
      console.log(files.filter((file) => scriptOf(file, compiledCode(file)).cachedDataRejected !== false).join());`;
    expect(spawnSync(process.execPath, ['-e', rejected], { encoding: 'utf8' }).stdout).toBe('\n');
  });

  it.each([
    ['empty', () => new Uint8Array()],
    ['cut short', (octets: Uint8Array) => octets.subarray(0, octets.length >> 1)],
    ['not made by V8', (octets: Uint8Array) => new Uint8Array(octets.length).fill(0x41)],
    [
      'of another V8',
      (octets: Uint8Array) => octets.map((octet, at) => (at >= 4 && at < 8 ? octet ^ 0xff : octet)),
    ],
  ])('%s: the sources are compiled', (_, spoilt) => {
    const copy = copied();
    const { lib } = copy;
    for (const name of readdirSync(lib).filter((file) => file.endsWith('.v8'))) {
      writeFileSync(join(lib, name), spoilt(readFileSync(join(packageFolder, 'lib', name))));
    }
    expectAnswer(copy.bin);
  });

  it('is not used where it is missing, or the file has changed since', () => {
    const { bin, lib } = copied();
    const main = join(lib, 'common.cjs');
    const source = readFileSync(main, 'utf8');
    const changed = source.replaceAll('"disallowed"', '"DISALLOWED"');
    expect(changed).not.toBe(source);
    // The digest at the end of the file changes too, as in a build, because it covers the text before it.
    writeFileSync(main, changed.replace(/[0-9a-f]{16}\n$/, `${'0'.repeat(16)}\n`));
    rmSync(join(lib, 'core.cjs.v8'));
    expect(check(bin).stdout).toContain('DISALLOWED  /cart/');
  });

  it.each([
    ['--enable-source-maps', { NODE_OPTIONS: '--enable-source-maps' }],
    ['coverage', { NODE_V8_COVERAGE: join(folder, 'coverage') }],
    ['other flags of V8', { NODE_OPTIONS: '--max-semi-space-size=32' }],
  ])('does not stand in the way of %s', (_, env) => {
    expectAnswer(join(packageFolder, 'bin/robots.js'), env);
  });
});

/** Copies the built command to another folder. */
function copied(): { bin: string; lib: string } {
  const to = mkdtempSync(join(folder, 'copy-'));
  for (const part of ['bin', 'lib', 'package.json']) {
    cpSync(join(packageFolder, part), join(to, part), { recursive: true, preserveTimestamps: true });
  }
  return { bin: join(to, 'bin/robots.js'), lib: join(to, 'lib') };
}

function expectAnswer(bin: string, env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = check(bin, env);
  expect(stderr).toBe('');
  expect(stdout).toContain('disallowed  /cart/  line 4: Disallow: /cart/');
  expect(status).toBe(1);
}

function check(bin: string, env: Record<string, string> = {}) {
  return run(bin, ['check', '/cart/', '--robots', shop, '--agent', 'bingbot'], [], env);
}

function run(
  bin: string,
  args: readonly string[],
  flags: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const { NODE_OPTIONS: _1, NODE_V8_COVERAGE: _2, ...inherited } = process.env;
  return spawnSync(process.execPath, [...flags, bin, ...args], {
    encoding: 'utf8',
    env: { ...inherited, ...env, NO_COLOR: '1' },
    input: record,
  });
}
