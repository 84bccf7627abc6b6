/** Kills `robots watch` before, during and after each step of writing and sending. */
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createClient } from '@robots-exclusion/client';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deliver, look } from '../src/watch/look.ts';
import type { WatchEvent } from '../src/watch/watch-event.ts';
import { sender } from '../src/watch/webhook.ts';
import { robotsAlone } from './command.ts';

const OPEN = 'User-agent: *\nDisallow: /admin/\n';
const CLOSED = 'User-agent: *\nDisallow: /\n';
const killer = pathToFileURL(fileURLToPath(new URL('./kill-at-step.js', import.meta.url))).href;

describe('a watch that is killed', () => {
  it('keeps no version twice, and loses no event', async () => {
    const got: WatchEvent[] = [];
    const hook = await startHttpOrigin(() => async (_, response) => {
      got.push(JSON.parse((await response.req.toArray()).join('')) as WatchEvent);
      response.end();
    });
    const site = await startHttpOrigin({ '/robots.txt': OPEN });
    const base = mkdtempSync(join(tmpdir(), 'robots-killed-'));
    onTestFinished(async () => {
      await Promise.all([hook.close(), site.close()]);
    });
    const host = new URL(site.origin).host;
    const send = sender({ url: hook.origin }, new AbortController().signal);
    /** Runs a check in a process that is not killed, for comparison. */
    const lookWhole = async (folder: string): Promise<void> => {
      const client = createClient({ userAgent: 'FooBot/1.0', productTokens: '*' });
      const options = { client, folder, isDelivered: true, warn: () => {} };
      await look(site.origin, { ...options, signal: new AbortController().signal });
      expect(await deliver(site.origin, options, send)).toBe(true);
      await client.close();
    };
    await lookWhole(join(base, 'before'));
    site.play({ '/robots.txt': CLOSED });

    let kills = 0;
    for (let step = 1; ; step++) {
      const folder = join(base, String(step));
      cpSync(join(base, 'before'), folder, { recursive: true });
      got.length = 0;
      const env = {
        NODE_OPTIONS: `--import=${killer}`,
        KILL_AT: String(step),
        KILL_IN: folder,
        KILL_FETCH: hook.origin,
      };
      const { exit, stderr } = await robotsAlone(
        ['watch', site.origin, '--versions', folder, '--once', '--webhook', `${hook.origin}/`],
        { env },
      );
      if (exit === 0) break;
      expect([exit, stderr]).toEqual(['SIGKILL', '']);
      kills++;
      await lookWhole(folder);
      await lookWhole(folder);
      const own = join(folder, host);
      const versions = readdirSync(own)
        .filter((name) => /^\d.*\.txt$/.test(name))
        .sort();
      expect(versions.map((name) => readFileSync(join(own, name), 'utf8'))).toEqual([OPEN, CLOSED]);
      for (const name of versions) {
        const event = JSON.parse(
          readFileSync(join(own, name.replace('.txt', '.json')), 'utf8'),
        ) as WatchEvent;
        expect(`${event.version}.txt`).toBe(name);
      }
      expect(new Set(got.map(({ event }) => event))).toEqual(new Set(['changed']));
      expect(new Set(got.map(({ id }) => id)).size).toBe(1);
      expect(JSON.parse(readFileSync(join(own, '.watch.json'), 'utf8'))).not.toHaveProperty('unwritten');
    }
    // The steps write the state, the version's two files and the state, send the event, and write the state again. The
    // process is killed before and after each step, and in the middle of each file.
    expect(kills).toBeGreaterThan(20);
  });
});
