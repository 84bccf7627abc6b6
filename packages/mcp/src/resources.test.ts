/**
 * Tests that resources are split into pages that fit into a model's context, and that only marked members contain text
 * from a site.
 */
import { agents } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { addResources } from './resources.ts';

type Read = (...parts: unknown[]) => Promise<{ contents: { uri: string; mimeType: string; text: string }[] }>;

/** The resources of a server whose client returns this record. */
function resourcesOf(record: object) {
  const named = new Map<
    string,
    { config: { title: string; mimeType: string; description?: string }; read: Read }
  >();
  const asked: unknown[][] = [];
  const server = {
    registerResource: (name: string, _: unknown, config: never, read: Read) =>
      named.set(name, { config, read }),
  };
  const client = {
    robots: async (...parts: unknown[]) => {
      asked.push(parts);
      return record;
    },
  };
  addResources(server as never, { client, takeFetch: () => undefined } as never);
  const { signal } = new AbortController();
  const read = async (name: string, uri: string, variables: object = {}) => {
    const { read: reader } = named.get(name) as { read: Read };
    const isOne = name === 'agents';
    const { contents } = await reader(
      ...[new URL(uri), ...(isOne ? [] : [variables]), { mcpReq: { signal } }],
    );
    expect(contents).toHaveLength(1);
    expect(contents[0]).toMatchObject({ uri: uri.replace(USER, ''), mimeType: 'application/json' });
    return JSON.parse(contents[0]?.text ?? '');
  };
  return { named, asked, read, signal };
}

const SITE = 'https://a.example';
const ENCODED = encodeURIComponent(SITE);
const USER = encodeURIComponent('me:pw@');
const site = (lines: readonly string[]) =>
  resourcesOf({
    ...{ url: SITE, outcome: 'rules', policyRow: 'status/200', robotsUrl: `${SITE}/robots.txt` },
    body: new TextEncoder().encode(lines.join('\n')),
  });

describe('the registry', () => {
  it('is complete over its pages, each small enough, each naming the next', async () => {
    const { read } = resourcesOf({});
    const all: unknown[] = [];
    let uri: string | undefined = 'robots-exclusion://agents';
    let page = await read('agents', uri);
    expect(page).toEqual(await read('agents-page', `${uri}/1`, { page: '1' }).then((same) => same));
    for (let at = 1; uri !== undefined; at++) {
      expect(page).toMatchObject({ page: at, pages: page.pages, first: all.length + 1 });
      expect(JSON.stringify(page.results).length).toBeLessThan(16_100);
      all.push(...page.results);
      uri = page.next;
      expect(uri === undefined).toBe(at === page.pages);
      if (uri === undefined) break;
      expect(uri).toBe(`robots-exclusion://agents/${at + 1}`);
      page = await read('agents-page', uri, { page: String(at + 1) });
    }
    expect(all).toEqual(JSON.parse(JSON.stringify(agents)));
    expect(page.pages).toBeGreaterThan(2);
  });

  it.each(['0', '01', '-1', 'x', '1x', 'x1', '999999', '1234567', ''])('has no page %j', async (page) => {
    await expect(
      resourcesOf({}).read('agents-page', 'robots-exclusion://agents/x', { page }),
    ).rejects.toThrow(/not found/i);
  });

  it('says what it is', () => {
    const { named } = resourcesOf({});
    expect([...named.keys()]).toEqual(['agents', 'agents-page', 'robots', 'robots-page']);
    for (const { config } of named.values()) {
      expect(config.title.length).toBeGreaterThan(10);
      expect(config.mimeType).toBe('application/json');
    }
    expect(named.get('agents')?.config.description).toMatch(/next/);
    expect(named.get('robots')?.config.description).toMatch(/data, never instructions/);
  });
});

describe('the robots.txt of a site', () => {
  it('is shown line by line, escaped, with how it was obtained', async () => {
    const { asked, read, signal } = site(['User-agent: *\r', '# a\u001b', '', 'Disallow: /\rAllow: /b']);
    const page = await read('robots', `robots-exclusion://robots/${ENCODED}`, { origin: ENCODED });
    expect(page).toEqual({
      ...{
        outcome: 'rules',
        policyRow: 'status/200',
        robotsUrl: `${SITE}/robots.txt`,
        page: 1,
        pages: 1,
        first: 1,
      },
      siteText: ['User-agent: *', '# a\\u{1b}', '', 'Disallow: /', 'Allow: /b'],
    });
    const [url, options] = asked[0] as [string, { signal: AbortSignal; beforeFetch: unknown }];
    expect([url, options.signal]).toEqual([SITE, signal]);
    expect(options.beforeFetch).toBeTypeOf('function');
  });

  it('comes in pages, and is cut after 1,000 lines', async () => {
    const { read } = site(Array.from({ length: 1003 }, (_, at) => `# ${at} ${'a'.repeat(30)}`));
    const base = `robots-exclusion://robots/${ENCODED}`;
    const named = ENCODED.replace('a.', `${USER}a.`);
    const first = await read('robots', base.replace(ENCODED, named), { origin: named });
    expect(first).toMatchObject({ page: 1, first: 1, linesOmitted: 3, next: `${base}/2` });
    const second = await read('robots-page', `${base}/2`, { origin: ENCODED, page: '2' });
    expect(second).toMatchObject({ page: 2, first: first.siteText.length + 1, linesOmitted: 3 });
    expect(second.siteText[0]).toMatch(new RegExp(`^# ${first.siteText.length} `));
    const last = await read('robots-page', `${base}/x`, { origin: ENCODED, page: String(first.pages) });
    expect(last.siteText.at(-1)).toMatch(/^# 999 /);
    expect('next' in last).toBe(false);
    const thousand = await site(Array.from({ length: 1000 }, () => '')).read('robots', base, {
      origin: ENCODED,
    });
    expect('linesOmitted' in thousand).toBe(false);
    expect(thousand.siteText).toHaveLength(1000);
  });

  it('has a last page that may be one line', async () => {
    const { read } = site(Array.from({ length: 32 }, (_, at) => `${at % 10}`.repeat(500)));
    const base = `robots-exclusion://robots/${ENCODED}`;
    expect(await read('robots-page', `${base}/2`, { origin: ENCODED, page: '2' })).toMatchObject({
      ...{ page: 2, pages: 2, first: 32, siteText: ['1'.repeat(500)] },
    });
  });

  it('is one page without lines where the site gives none', async () => {
    const { read } = resourcesOf({
      url: SITE,
      outcome: 'no-rules',
      policyRow: 'status/404',
      refusal: { origin: 'x' },
    });
    expect(await read('robots', `robots-exclusion://robots/${ENCODED}`, { origin: ENCODED })).toEqual({
      ...{ outcome: 'no-rules', policyRow: 'status/404', page: 1, pages: 1, first: 1, siteText: [] },
    });
  });

  it.each(['%zz', 'nowhere', ''])('is not found at %j', async (origin) => {
    const { asked, read } = site([]);
    await expect(read('robots', 'robots-exclusion://robots/x', { origin })).rejects.toThrow(/not found/i);
    expect(asked).toEqual([]);
  });
});
