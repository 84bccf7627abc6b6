/**
 * docs/access.md: names that change their addresses between two look-ups, in a network namespace with its own name
 * server and public and private addresses. Pages and robots.txt files are fetched from the public address or not at
 * all.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce, needs } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

const world = fileURLToPath(new URL('rebinding-world.js', import.meta.url));

/** The test runs in a separate network with its own name server. */
function inNamespace(settings: string, ...command: string[]): string {
  const prepare = 'mount --bind "$1/resolv.conf" /etc/resolv.conf && mount --bind "$1/hosts" /etc/hosts';
  const words = ['-rnm', 'sh', '-c', `${prepare} && shift && exec "$@"`, 'sh', settings, ...command];
  return execFileSync('unshare', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

async function settingsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'robots-rebinding-'));
  writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
  writeFileSync(join(folder, 'hosts'), '127.0.0.1 localhost\n');
  return folder;
}

const probe = await settingsFolder();
let mayIsolate = true;
try {
  inNamespace(probe, 'ip', 'link', 'set', 'lo', 'up');
} catch {
  mayIsolate = false;
}

interface Outcome {
  plan: string;
  door: string;
  path: string;
  status?: number | string;
  text?: string;
  error?: string;
  lookups: number;
}
interface Report {
  outcomes: Outcome[];
  arrivals: { address: string; host: string; path: string }[];
  publicAddress: string;
}

describe(
  'DNS rebinding',
  needs('network namespaces: unshare, iproute2 and the right to use them', mayIsolate),
  () => {
    beforeAll(buildOnce);

    it('leads no page and no robots.txt to an address that is not public', { timeout: 300_000 }, async () => {
      const settings = await settingsFolder();
      const { outcomes, arrivals, publicAddress } = JSON.parse(
        inNamespace(settings, process.execPath, world),
      ) as Report;
      expect(arrivals.filter(({ address }) => address !== publicAddress)).toEqual([]);
      expect(outcomes.filter(({ text }) => text?.includes('secret'))).toEqual([]);

      const steady = outcomes.filter(({ plan }) => plan === 'steady');
      expect(steady.map(({ status }) => status)).toEqual([...Array(6).fill(200), ...Array(3).fill('rules')]);
      // The names did change during the run, and refused look-ups were reported.
      const changed = outcomes.filter(({ plan, lookups }) => plan === 'public-first' && lookups > 1);
      expect(changed.length).toBeGreaterThan(0);
      for (const each of outcomes.filter(
        ({ plan }) => /^(?:both|private)/.test(plan) && plan !== 'private-first',
      )) {
        expect([each, each.error ?? each.status]).toEqual([
          each,
          each.door === 'robots' ? 'refused' : 'ROBOTS_REFUSED',
        ]);
      }
    });
  },
);
