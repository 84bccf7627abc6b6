import { describe, expect, it } from 'vitest';
import { watch } from './job.ts';
import { instantOf, readVersionsFolder } from './versions-folder.ts';

const file = (path: string, content: string) => ({
  name: path.split('/').at(-1) as string,
  webkitRelativePath: path,
  size: content.length,
  arrayBuffer: async () => new TextEncoder().encode(content).buffer as ArrayBuffer,
});

describe('the folder of robots watch', () => {
  it('is read by the names of its files; other files are ignored', async () => {
    const { versions, report } = await readVersionsFolder([
      file('versions/a.example/2026-11-05T10-00-00Z.txt', 'User-agent: *\r\nDisallow: /\r\n'),
      file('versions/a.example/2026-11-06T10-00-00Z.txt', ''),
      file('versions/a.example/2026-11-06T10-00-00Z.json', '{}'),
      file('versions/a.example/.watch.json', '{}'),
      file('versions/notes.txt', 'x'),
    ]);
    expect(versions).toEqual([
      { kind: 'watched', title: 'Watched: a.example', text: '', at: Date.UTC(2026, 10, 6, 10) },
      {
        kind: 'watched',
        title: 'Watched: a.example',
        text: 'User-agent: *\nDisallow: /\n',
        at: Date.UTC(2026, 10, 5, 10),
      },
    ]);
    expect(report).toBe('');
  });

  it.each([
    '',
    'robots.txt',
    '2026-13-05T10-00-00Z.txt',
    '2026-11-05T10:00:00Z.txt',
    '../2026-11-05T10-00-00Z.txt',
  ])('%j is not the name of a version', (name) => expect(instantOf(name)).toBeUndefined());

  it('explains an unrelated folder, and reports files that are too large', async () => {
    expect((await readVersionsFolder([file('a/x.txt', '')])).report).toMatch(/^No versions were found\./);
    const large = { ...file('a/2026-11-05T10-00-00Z.txt', ''), size: 5_000_000 };
    expect(await readVersionsFolder([large])).toEqual({
      versions: [],
      report: 'Omitted: 1 larger than 4 MiB.',
    });
  });
});

describe('what versions change', () => {
  it('is reported for each version, newest first, by crawler and pattern', () => {
    const texts = ['', 'User-agent: *\nDisallow: /a/\n', 'User-agent: *\nDisallow: /a/\nDisallow: /a/b\n'];
    const changes = [...watch({ texts })].filter((part) => part !== undefined);
    expect(changes).toEqual([
      { at: 2, changesVerdicts: false, isComplete: true, opened: [], closed: [] },
      {
        at: 1,
        changesVerdicts: true,
        isComplete: true,
        opened: [],
        closed: [{ crawlers: ['*'], patterns: ['/a/'] }],
      },
    ]);
  });

  it('is nothing for one version, or none', () => {
    expect([...watch({ texts: [] }), ...watch({ texts: ['x'] })]).toEqual([]);
  });
});
