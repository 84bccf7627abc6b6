/** A robots.txt at any URL is evaluated like one at the usual path, but is never stored as the record of its origin. */
import { createClient } from '@robots-exclusion/client';
import { createStage, startHttpOrigin } from '@robots-exclusion/testkit';
import { afterEach, describe, expect, it } from 'vitest';

const stage = createStage();
afterEach(() => stage.clear());

const staged = 'User-agent: *\nDisallow: /staged\n';

async function client() {
  const origin = await stage.start(
    startHttpOrigin({
      '/robots.txt': 'User-agent: *\nDisallow: /live\n',
      '/next/robots.txt?v=2': staged,
      '/moved.txt': { status: 301, headers: { location: 'next/robots.txt?v=2' }, body: '' },
    }),
  );
  return { origin, robots: createClient({ userAgent: 'FooBot/1.0' }) };
}

describe('robotsAt', () => {
  it('fetches the file at the URL, and its redirects from there', async () => {
    const { origin, robots } = await client();
    for (const path of ['/next/robots.txt?v=2#part', '/moved.txt']) {
      const record = await robots.robotsAt(origin.origin + path);
      expect(record).toMatchObject({ outcome: 'rules', origin: origin.origin });
      expect(new TextDecoder().decode(record.body)).toBe(staged);
      expect(record.evidence?.hops.at(-1)?.url).toBe(`${origin.origin}/next/robots.txt?v=2`);
    }
  });

  it('gives an outcome for every answer', async () => {
    const { origin, robots } = await client();
    expect(await robots.robotsAt(`${origin.origin}/none.txt`)).toMatchObject({ outcome: 'no-rules' });
    expect(await robots.robotsAt('http://127.0.0.1:1/robots.txt')).toMatchObject({ outcome: 'unreachable' });
    expect(await robots.robotsAt('mailto:a@b.example')).toMatchObject({ outcome: 'unsupported' });
    await expect(robots.robotsAt('nowhere')).rejects.toThrow(TypeError);
  });

  it('neither keeps the file nor takes one that is kept', async () => {
    const { origin, robots } = await client();
    await robots.robotsAt(`${origin.origin}/next/robots.txt?v=2`);
    expect(await robots.check(`${origin.origin}/staged`)).toMatchObject({ allowed: true, outcome: 'rules' });
    expect(await robots.check(`${origin.origin}/live`)).toMatchObject({ allowed: false });
    await robots.robotsAt(`${origin.origin}/robots.txt`);
    expect(origin.requests.map(({ path }) => path)).toEqual([
      '/next/robots.txt?v=2',
      '/robots.txt',
      '/robots.txt',
    ]);
  });

  it('ends with its signal, and with the client', async () => {
    const silent = await stage.start(startHttpOrigin({ '/a.txt': () => {} }));
    const robots = createClient({ userAgent: 'FooBot/1.0' });
    const controller = new AbortController();
    const [aborted, closed] = [
      robots.robotsAt(`${silent.origin}/a.txt`, { signal: controller.signal }),
      robots.robotsAt(`${silent.origin}/a.txt?b`),
    ];
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    await robots.close();
    await expect(closed).rejects.toMatchObject({ name: 'AbortError' });
  });
});
