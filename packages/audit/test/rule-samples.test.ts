/**
 * Tests the samples that a report shows for a line of robots.txt. Requests that count against the crawler are shown;
 * those in its grace period are shown only if there are no others.
 */
import { describe, expect, it } from 'vitest';
import { audit, timeline } from '../src/index.ts';

const history = (): ReturnType<typeof timeline> =>
  timeline([
    { from: '2026-11-01T00:00:00Z', body: 'User-agent: *\nAllow: /\n' },
    { from: '2026-11-05T00:00:00Z', body: 'User-agent: *\nDisallow: /p/\n' },
  ]);

function lineOf(day: number, url: string): string {
  return `192.0.2.7 - - [0${day}/Nov/2026:10:00:00 +0000] "GET ${url} HTTP/1.1" 200 5 "-" "GPTBot/1.3"\n`;
}

async function samplesOf(log: string): Promise<unknown> {
  const { rules } = await audit([{ name: 'log', open: () => log }], { timeline: history() });
  return rules.map(({ classes, samples }) => [classes, samples.map(({ url }) => url)]);
}

describe('samples of a line', () => {
  const grace = Array.from({ length: 9 }, (_, index) => lineOf(5, `/p/grace-${index}`));
  const later = Array.from({ length: 9 }, (_, index) => lineOf(7, `/p/later-${index}`));
  /** The expected samples, spread over all requests. */
  const urls = (name: string): string[] => [0, 2, 4, 6, 8].map((index) => `/p/${name}-${index}`);

  it.each([
    ['first', [...grace, ...later]],
    ['last', [...later, ...grace]],
    ['between', [...later.slice(0, 1), ...grace, ...later.slice(1)]],
  ])('are requests after the grace, where those within it come %s', async (_, lines) => {
    expect(await samplesOf(lines.join(''))).toEqual([
      [{ 'within-grace': 9, 'never-asked': 9 }, urls('later')],
    ]);
  });

  it('are requests within the grace where there are no others', async () => {
    expect(await samplesOf(grace.join(''))).toEqual([[{ 'within-grace': 9 }, urls('grace')]]);
  });

  it('name what was cut of a long line', async () => {
    const long = `/p/${'x'.repeat(20_000)}`;
    const log = lineOf(7, '/p/a') + lineOf(7, long);
    const { rules } = await audit([{ name: 'log', open: () => log }], { timeline: history() });
    const [short, cut] = rules[0]?.samples ?? [];
    expect(short).not.toHaveProperty('cut');
    expect(cut).toMatchObject({ cut: ['url', 'raw'], url: long.slice(0, 2048) });
    expect(cut?.raw).toBe(lineOf(7, long).slice(0, 8192));
  });
});
