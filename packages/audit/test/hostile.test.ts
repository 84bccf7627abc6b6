/** Tests that bad input throws no error, loses no data, and does not stop the run. */
import { gzipSync } from 'node:zlib';
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audit, type Hit, identify, judge, readLog, readNames, timeline } from '../src/index.ts';
import { type DnsResolver, lookUpNames } from '../src/node/index.ts';
import { senders } from './senders.ts';
import { soundResolver } from './sound-resolver.ts';
import { logOf, type Request, writers } from './write-log.ts';

async function hitsOf(log: Parameters<typeof readLog>[0], format?: string): Promise<Hit[]> {
  const hits: Hit[] = [];
  for await (const hit of readLog(log, format)) hits.push(hit);
  return hits;
}

const combined = (request: string, rest = '200 5 "-" "GPTBot/1.3"'): string =>
  `192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "${request}" ${rest}\n`;

const PLAIN: Request = {
  time: Date.UTC(2026, 10, 5, 10),
  host: 'www.example.com',
  address: '192.0.2.7',
  method: 'GET',
  url: '/a',
  status: 200,
  bytes: 5,
  userAgent: 'GPTBot/1.3',
};

describe('request lines', () => {
  it.each([
    ['GET /a?b=c HTTP/1.1', 'GET', '/a?b=c', 'as it is'],
    ['GET /a b HTTP/1.1', 'GET', '/a b', 'a space in the target'],
    ['GET /a', 'GET', '/a', 'HTTP/0.9'],
    ['GET http://Example.com/a?b HTTP/1.1', 'GET', '/a?b', 'absolute form'],
    ['GET http://example.com HTTP/1.1', 'GET', '/', 'absolute form without a path'],
    ['OPTIONS * HTTP/1.1', 'OPTIONS', '', 'no path'],
    ['CONNECT example.com:443 HTTP/1.1', 'CONNECT', '', 'no path'],
    ['\\x16\\x03\\x01\\x02', '', '', 'a TLS handshake'],
    ['-', '', '', 'nothing'],
    ['GET /\\"a\\" HTTP/1.1', 'GET', '/"a"', 'escaped quotes'],
    ['GET /\\xC3\\xA9 HTTP/1.1', 'GET', '/%C3%A9', 'octets'],
    ['GET /\xc3\xa9 HTTP/1.1', 'GET', '/%C3%A9', 'octets that are not escaped'],
    ['GET /\\\\ HTTP/1.1', 'GET', '/\\', 'a backslash before the end'],
  ])('%j: %s %s (%s)', async (request, method, url) => {
    const [hit] = await hitsOf(Buffer.from(combined(request), 'latin1'), 'combined');
    expect(hit && [hit.method, hit.url]).toEqual([method, url]);
  });
});

describe('lines', () => {
  it('that are not understood are counted, sampled, and stop nothing', async () => {
    const reading = readLog(
      `nonsense\n${combined('GET /a HTTP/1.1')}\0\x1b[31m\n${combined('GET /b HTTP/1.1')}`,
    );
    const urls: string[] = [];
    for await (const hit of reading) urls.push(`${hit.line} ${hit.url}`);
    expect(urls).toEqual(['2 /a', '4 /b']);
    expect(reading.summary).toMatchObject({ format: 'combined', lines: 4, hits: 2, skipped: 2 });
    expect(reading.summary.samples).toEqual([
      { line: 1, text: 'nonsense' },
      { line: 3, text: '\0\x1b[31m' },
    ]);
  });

  it('of a megabyte are dropped alone', async () => {
    const long = combined(`GET /${'a'.repeat(2_000_000)} HTTP/1.1`);
    const hits = await hitsOf(combined('GET /1 HTTP/1.1') + long + combined('GET /2 HTTP/1.1'));
    expect(hits.map(({ line, url }) => [line, url])).toEqual([
      [1, '/1'],
      [3, '/2'],
    ]);
  });

  it('of several formats in one file are all read', async () => {
    const log = writers.filter(({ hasUserAgent, format, header }) => hasUserAgent && !format && !header);
    const text = log
      .flatMap((writer) => [writer.line(PLAIN), writer.line({ ...PLAIN, url: '/b' })])
      .join('\n');
    const hits = await hitsOf(text);
    expect(hits.map(({ url, userAgent }) => [url, userAgent])).toEqual(
      log.flatMap(() => [
        ['/a', 'GPTBot/1.3'],
        ['/b', 'GPTBot/1.3'],
      ]),
    );
  });

  it('behind what syslog or a container writes first have their own address', async () => {
    const line = combined('GET /a HTTP/1.1').trim();
    for (const prefix of ['Nov  5 10:00:00 web nginx: ', 'web_1  | ', '2026-11-05T10:00:00Z stdout F ']) {
      const [hit] = await hitsOf(`${prefix}${line}\n`);
      expect(hit).toMatchObject({ address: '192.0.2.7', url: '/a', status: 200, userAgent: 'GPTBot/1.3' });
    }
  });

  it('with a host before them are of that host, with a port or without', async () => {
    const rest = '- - [05/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5';
    const starts = ['A.example:443 192.0.2.7', 'b.example 2001:db8::7', '192.0.2.1 192.0.2.7', '_ 192.0.2.7'];
    for (const tail of ['', ' "-" "FooBot/1.0"']) {
      const hits: Hit[] = [];
      for await (const hit of readLog(starts.map((start) => `${start} ${rest}${tail}\n`).join('')))
        hits.push(hit);
      expect(hits.map(({ host, address }) => [host, address])).toEqual([
        ['a.example', '192.0.2.7'],
        ['b.example', '2001:db8::7'],
        // Two addresses: nothing tells which one is the client's.
        [undefined, ''],
        [undefined, '192.0.2.7'],
      ]);
    }
  });

  it('without one are not taken for such', async () => {
    const reading = readLog(
      ['crawl.example - bob', 'crawl.example - John Doe', '192.0.2.7 - -']
        .map((start) => `${start} [05/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "FooBot/1.0"\n`)
        .join(''),
    );
    const hits: Hit[] = [];
    for await (const hit of reading) hits.push(hit);
    expect(hits.map(({ host, address }) => [host, address])).toEqual([
      [undefined, 'crawl.example'],
      [undefined, 'crawl.example'],
      [undefined, '192.0.2.7'],
    ]);
    expect(reading.summary.format).toBe('combined');
  });

  it('of JSON that nginx escaped as text are read', async () => {
    const line = `{"time":"2026-11-05T10:00:00+00:00","remote_addr":"192.0.2.7","request":"GET /\\x22 HTTP/1.1","status":200,"http_user_agent":"GPTBot \\x22x\\x22"}`;
    expect(await hitsOf(line)).toMatchObject([{ url: '/"', userAgent: 'GPTBot "x"' }]);
  });

  it('of W3C logs are read by the header before them', async () => {
    const log = `#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)
2026-11-05 10:00:00 192.0.2.7 GET /a 200 GPTBot/1.3
#Date: 2026-11-06 00:00:00
#Fields: time cs-uri-stem c-ip cs-method sc-status
10:00:00 /b 192.0.2.8 GET 404
`;
    expect(await hitsOf(log)).toMatchObject([
      { line: 2, time: Date.UTC(2026, 10, 5, 10), url: '/a', userAgent: 'GPTBot/1.3' },
      {
        line: 5,
        time: Date.UTC(2026, 10, 6, 10),
        url: '/b',
        address: '192.0.2.8',
        status: 404,
        userAgent: '',
      },
    ]);
  });

  it('survive a file that breaks off', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => combined(`GET /${index * 7919} HTTP/1.1`)).join(
      '',
    );
    const octets = gzipSync(many);
    const reading = readLog(octets.subarray(0, octets.length / 2));
    let count = 0;
    for await (const _ of reading) count++;
    expect(count).toBeGreaterThan(1000);
    expect(reading.summary.damage).toMatch(/unexpected end/);
  });
});

describe('a compressed log that is damaged', () => {
  const many = Array.from({ length: 20_000 }, (_, index) =>
    combined(`GET /${(Math.imul(index, 0x9e3779b1) >>> 0).toString(36)} HTTP/1.1`),
  ).join('');

  it('is read up to the damage, but for what one piece of it holds', async () => {
    const octets = gzipSync(many);
    for (const damaged of [Buffer.concat([octets, Buffer.from('garbage')]), octets.subarray(0, -3)]) {
      const reading = readLog(damaged);
      let count = 0;
      for await (const _ of reading) count++;
      expect(count).toBeGreaterThan(19_000);
      expect(reading.summary.damage).toMatch(/header|end/);
    }
  });

  it('whose end was filled with zeros is whole', async () => {
    const reading = readLog(Buffer.concat([gzipSync(many), Buffer.alloc(512)]));
    let count = 0;
    for await (const _ of reading) count++;
    expect([count, reading.summary.damage]).toEqual([20_000, undefined]);
  });
});

describe('DNS', () => {
  /** A crawler whose operator documents only reverse DNS. */
  const SPIDER = 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)';
  const own = 'a.crawl.baidu.com';
  it.each<[unknown, string, string]>([
    [{ '192.0.2.1': own, [own]: '192.0.2.1' }, 'reverse-dns', 'confirmed'],
    [{ '192.0.2.1': `${own}.`, [own]: ['192.0.2.9', '192.0.2.1'] }, 'reverse-dns', 'a final dot'],
    [{ '192.0.2.1': { ptr: own, forward: ['192.0.2.1'] } }, 'reverse-dns', 'in one record'],
    [{ reverse: { '192.0.2.1': [own] }, forward: { [own]: ['192.0.2.1'] } }, 'reverse-dns', 'in two parts'],
    [[{ ip: '192.0.2.1', name: own, addresses: ['192.0.2.1'] }], 'reverse-dns', 'in a list'],
    [{ '192.0.2.1': own, [own]: '192.0.2.2' }, 'refuted', 'the name leads elsewhere'],
    [{ '192.0.2.1': own, [own]: [] }, 'refuted', 'the name leads nowhere'],
    [{ '192.0.2.1': own }, 'claimed', 'nobody asked for the name'],
    [{ '192.0.2.1': 'a.evilbaidu.com.example' }, 'refuted', 'a name of somebody else'],
    [{ '192.0.2.1': 'evilbaidu.com' }, 'refuted', 'a name that only ends alike'],
    [{ '192.0.2.1': null }, 'refuted', 'no name'],
    [{}, 'claimed', 'nothing is known'],
  ])('%j: %s (%s)', (answers, grade) => {
    expect(identify('192.0.2.1', SPIDER, { namesOf: readNames(answers) }).identity).toBe(grade);
  });

  it('that hangs, fails or lies leaves the identity claimed, and is asked once', async () => {
    let asked = 0;
    const names = lookUpNames(
      {
        reverse: (address) => {
          if (!address.startsWith('192.0.2.')) return soundResolver.reverse(address);
          asked++;
          if (address === '192.0.2.1') return new Promise(() => {});
          if (address === '192.0.2.2')
            return Promise.reject(Object.assign(new Error('no'), { code: 'ESERVFAIL' }));
          return Promise.resolve([own, ...Array.from({ length: 1000 }, (_, index) => `${index}.example`)]);
        },
        forward: (name, family) =>
          name === own
            ? Promise.resolve(['192.0.2.3'])
            : name.endsWith('.example')
              ? Promise.reject(new Error('no'))
              : soundResolver.forward(name, family),
      },
      { timeoutMs: 50, maxAddresses: 3 },
    );
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
    await names.lookUp(addresses);
    await names.lookUp(addresses.slice(0, 3));
    const grades = addresses.map((ip) => identify(ip, SPIDER, { namesOf: names.namesOf }).identity);
    expect(grades.slice(0, 2)).toEqual(['claimed', 'claimed']);
    expect(grades[3]).toBe('claimed');
    expect([asked, names.leftOut]).toEqual([3, 1]);
  });
});

describe('a network that cannot be trusted', () => {
  const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  let turn = 0;
  /** Answers every second query correctly, and says for the others that the name does not exist. */
  const half =
    (name: 'reverse' | 'forward') =>
    (asked: string, family: 4 | 6 = 4) =>
      turn++ % 2 === 0 ? soundResolver[name](asked, family) : fails('ENOTFOUND')();
  const networks: [string, DnsResolver][] = [
    ['there is none', { reverse: fails('ECONNREFUSED'), forward: fails('ECONNREFUSED') }],
    ['it denies everything', { reverse: fails('ENOTFOUND'), forward: fails('ENOTFOUND') }],
    ['it has no data', { reverse: fails('ENODATA'), forward: fails('ENODATA') }],
    ['it fails', { reverse: fails('ESERVFAIL'), forward: fails('ESERVFAIL') }],
    ['it knows names, and denies addresses', { ...soundResolver, reverse: fails('ENOTFOUND') }],
    ['it knows addresses, and denies names', { ...soundResolver, forward: fails('ENOTFOUND') }],
    ['it answers half of the questions', { reverse: half('reverse'), forward: half('forward') }],
    ['it hangs', { reverse: () => new Promise(() => {}), forward: () => new Promise(() => {}) }],
    ['it makes up answers', { reverse: async () => ['ads.example'], forward: async () => ['198.51.100.1'] }],
  ];

  it.each(networks)('refutes nobody: %s', async (_, resolver) => {
    const names = lookUpNames(resolver, { timeoutMs: 5 });
    await names.lookUp(['180.76.15.1']);
    const found = identify('180.76.15.1', 'Baiduspider/2.0', { namesOf: names.namesOf });
    expect([found.identity, names.disbelieved]).toEqual(['claimed', 1]);
  });
});

describe('DNS of two families', () => {
  const own = 'crawl.baidu.com';
  const asked: string[] = [];
  const isPlanted = (address: string): boolean => /^(?:192\.0\.2\.|2001:db8:)/.test(address);
  /** The name has an IPv4 and an IPv6 address; the servers answer only queries for one of the two. */
  const resolver = (broken: 4 | 6) => ({
    reverse: async (address: string) => (isPlanted(address) ? [own] : soundResolver.reverse(address)),
    forward: async (name: string, family: 4 | 6) => {
      if (name !== own) return soundResolver.forward(name, family);
      asked.push(`${name} ${family}`);
      if (family === broken) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
      return family === 4 ? ['192.0.2.1'] : ['2001:db8::1'];
    },
  });

  it.each<[string, 4 | 6, string]>([
    ['2001:db8::1', 6, 'claimed'],
    ['2001:db8::1', 4, 'reverse-dns'],
    ['192.0.2.1', 4, 'claimed'],
    ['192.0.2.1', 6, 'reverse-dns'],
    ['::ffff:192.0.2.1', 6, 'reverse-dns'],
    ['2001:db8::2', 4, 'refuted'],
    ['192.0.2.2', 6, 'refuted'],
  ])('%s, while those of IPv%i fail: %s', async (address, broken, grade) => {
    const names = lookUpNames(resolver(broken));
    const history = timeline([{ from: 0, body: '' }]);
    const log = combined('GET /a HTTP/1.1', '200 5 "-" "Baiduspider/2.0"').replace('192.0.2.7', address);
    const { crawlers } = await audit([{ name: 'log', open: () => log }], {
      timeline: history,
      evidence: { namesOf: names.namesOf },
      lookUp: names.lookUp,
    });
    expect(crawlers[0]?.identity).toEqual({ [grade]: 1 });
  });
});

describe('any octets', () => {
  const history = timeline([{ from: 0, body: 'User-agent: *\nDisallow: /a\n' }]);
  const mutated = fc
    .tuple(
      fc.constantFrom(...writers),
      fc.array(fc.constantFrom(...senders), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
    )
    .map(([writer, some, changes]) => {
      const log = Buffer.from(
        logOf(
          writer,
          some.map(({ userAgent, address }) => ({ ...PLAIN, userAgent, address })),
        ),
      );
      for (const [at, octet] of changes) if (at < log.length) log[at] = octet;
      return log;
    });

  it('are judged or counted, and never throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated, fc.uint8Array({ maxLength: 400 })), async (log) => {
        const report = await audit([{ name: 'log', open: () => Uint8Array.from(log) }], {
          timeline: history,
        });
        const total = Object.values(report.classes).reduce((sum, count) => sum + count, 0);
        expect(total).toBe(report.requests);
        for (const { lines, hits, skipped } of report.logs) expect(hits + skipped).toBeLessThanOrEqual(lines);
      }),
      { numRuns: runs(20_000, 60) },
    );
  });
});

describe('judge, hit by hit', () => {
  it('knows of fetches what came before', () => {
    const history = timeline([{ from: 0, body: 'User-agent: *\nDisallow: /a\n' }]);
    const hit = (offset: number, url: string): Hit => ({
      ...PLAIN,
      line: 1,
      offset,
      url,
    });
    const classes = ['/a', '/robots.txt', '/a', '/b'].map((url, at) => judge(hit(at, url), history).class);
    expect(classes).toEqual(['never-asked', 'allowed', 'violation', 'allowed']);
  });
});

describe('one line of any length', () => {
  /** Yields this many MiB of one character, without a line end. */
  function* octets(mebibytes: number): Generator<Uint8Array> {
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    for (let at = 0; at < mebibytes; at++) yield chunk;
  }

  it('is one that is too long: 1 GiB in the long run', async () => {
    const report = await audit([{ name: 'access.log', open: () => octets(runs(1024, 16)) }], {
      timeline: timeline([{ from: 0, body: '' }]),
    });
    expect(report.logs[0]).toMatchObject({ lines: 1, hits: 0, skipped: 1 });
    expect(report.fitness.problems[0]?.message).toContain('such as line 1: longer than 1 MiB');
  });
});
