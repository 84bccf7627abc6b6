import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createGate, needs, startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { robotsIn, startRobots, temporaryFolder } from './command.ts';

const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));

describe('a reader that leaves', () => {
  it('ends the command quietly', async () => {
    const child = startRobots(['batch']);
    const ended = once(child, 'close');
    const errors: string[] = [];
    child.stderr?.on('data', (chunk) => errors.push(String(chunk)));
    child.stdin?.on('error', () => {});
    const line = `${JSON.stringify({ robots: '', agent: 'A', url: '/' })}\n`;
    child.stdin?.write(line);
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    child.stdout?.destroy();
    const pump = setInterval(() => child.stdin?.write(line.repeat(1000)), 1);
    const [code, signal] = await ended;
    clearInterval(pump);
    expect([errors.join(''), code, signal]).toEqual(['', 0, null]);
  });
});

describe('standard input that is closed', needs('/proc/self/fdinfo', existsSync('/proc/self/fdinfo')), () => {
  it.each([['lint', '-'], ['fmt', '-'], ['batch']])('is an error, and no empty file: %s', (...args) => {
    const { status, stderr } = spawnSync('sh', ['-c', 'exec "$0" "$@" <&-', process.execPath, bin, ...args]);
    expect([status, String(stderr)]).toEqual([
      2,
      'robots: Cannot read standard input: it is closed or the null device\n',
    ]);
  });
});

describe('a disk that is full', () => {
  it('is said, and is not a success', needs('/dev/full', existsSync('/dev/full')), async () => {
    const full = openSync('/dev/full', 'w');
    const child = startRobots(['check', '/', '--robots', '/dev/null'], {}, full);
    closeSync(full);
    const ended = once(child, 'close');
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += String(chunk);
    });
    const [code] = await ended;
    expect(stderr).toMatch(/^robots: Cannot write the results: ENOSPC.*\n$/);
    expect(code).toBe(70);
  });
});

describe('an interrupt', () => {
  it('ends a check that waits for the network, by the signal', async () => {
    // The server accepts the request but sends no response.
    const asked = createGate();
    const origin = await startHttpOrigin(() => () => asked.open());
    const child = startRobots(['check', `${origin.origin}/x`]);
    const ended = once(child, 'close');
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += String(chunk);
    });
    await asked.opened;
    child.kill('SIGINT');
    const [code, signal] = await ended;
    await origin.close();
    expect([stderr, code, signal]).toEqual(['', null, 'SIGINT']);
  });
});

describe('a store that cannot grow', () => {
  it('costs the copies only: results, exit code and end are as ever', async () => {
    // The filler is incompressible text on a single line.
    const filler = `# ${randomBytes(200_000).toString('hex')}`;
    const origin = await startHttpOrigin({ '/robots.txt': `User-agent: *\nDisallow: /x\n${filler}\n` });
    const store = `lmdb:${temporaryFolder()}/store`;
    // Limits files to 256 blocks of 512 octets, and ignores the signal, so that the write fails instead.
    const limit = "trap '' XFSZ && ulimit -f 256";
    const { stdout, stderr, exit } = await robotsIn(limit, ['check', `${origin.origin}/x`, '--store', store]);
    await origin.close();
    expect(stdout).toContain('/x');
    expect(stderr).toMatch(
      /^robots: warning: the store failed; continuing without it: .* LMDB failed: the disk failed or is full \(EIO\)\n$/,
    );
    expect(exit).toBe(1);
  });
});
