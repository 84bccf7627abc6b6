/** Tests the bundle for the JavaScript engines of databases: its requirements, and its agreement with the library. */
import { runInContext } from 'node:vm';
import { arbitraryBody, arbitrarySheet, arbitraryTarget, runs } from '@robots-exclusion/testkit';
import { parse } from 'acorn';
import fc from 'fast-check';
import { agents } from 'robots-exclusion/agents';
import { sqlFunctions } from 'robots-exclusion/sql';
import { describe, expect, it } from 'vitest';
import { bareContext, bundleText, robotsSqlIn } from './bare-context.ts';

/** The size that Snowflake recommends as a maximum for the body of a function. */
const MOST_BYTES = 100_000;

describe('the bundle', () => {
  it(`is ES5, ASCII, and at most ${MOST_BYTES} octets`, async () => {
    const text = await bundleText();
    expect(() => parse(text, { ecmaVersion: 5, sourceType: 'script' })).not.toThrow();
    expect(/[^\t\n\u0020-\u007e]/.exec(text)?.[0]).toBeUndefined();
    expect(text.length).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('makes one global and reads none of a host', async () => {
    const context = bareContext();
    const before = new Set(Object.getOwnPropertyNames(context));
    await robotsSqlIn(context);
    expect(Object.getOwnPropertyNames(context).filter((name) => !before.has(name))).toEqual(['RobotsSql']);
    const hostile = bareContext();
    const traps = [
      'TextEncoder',
      'TextDecoder',
      'URL',
      'URLPattern',
      'atob',
      'btoa',
      'Buffer',
      'process',
      'require',
    ];
    runInContext(
      `${JSON.stringify([...traps, 'setTimeout', 'queueMicrotask', 'performance', 'fetch', 'structuredClone'])}.forEach(function (name) {
        Object.defineProperty(this, name, { get: function () { throw new Error('reads ' + name); } });
      }, this)`,
      hostile,
    );
    const { functions } = await robotsSqlIn(hostile);
    const robots =
      'User-agent: *\nDisallow: /é\nContent-Usage: train-ai=n, x=:aGk=:, y=%"f%c3%bc"\nSitemap: https://a.example/\n';
    expect(functions.robots_allowed(robots, 'FooBot', 'http://[::1]:80/%C3%A9')).toBe(false);
    expect(functions.robots_usage(robots, 'FooBot', '/')).toContain('"ai-training":"disallow"');
    expect(functions.robots_summary(robots)).toContain('"sitemaps":1');
  });

  it('keeps `$$` and `"""` free for the quotation of SQL', async () => {
    expect(/\$\$|"""/.test(await bundleText())).toBe(false);
  });
});

const NULLS = [
  [null, 'FooBot', '/'],
  ['', null, '/'],
  ['', 'FooBot', null],
  [undefined, undefined, undefined],
] as const;

describe('its functions, in an engine of ES2015,', () => {
  it('answer as the library does, whatever file, crawler and URL', async () => {
    const bare = await robotsSqlIn(bareContext({ es2015: true }));
    const here = { functions: sqlFunctions(), literal: sqlFunctions({ literal: true }) };
    const check = (robots: string, agent: string, url: string): void => {
      for (const kind of ['functions', 'literal'] as const) {
        for (const name of ['robots_allowed', 'robots_line', 'robots_usage'] as const) {
          expect(bare[kind][name](robots, agent, url), `${kind}.${name}`).toBe(
            here[kind][name](robots, agent, url),
          );
        }
      }
    };
    fc.assert(
      fc.property(arbitrarySheet(agents), (sheet) => {
        for (const url of sheet.paths) {
          for (const agent of sheet.agents) check(sheet.robots, [agent].flat().join(','), url);
        }
      }),
      { numRuns: runs(50, 10) },
    );
    fc.assert(
      fc.property(
        arbitraryBody,
        arbitraryTarget,
        fc.constantFrom('FooBot', '*', '', 'Googlebot-Image'),
        (body, target, agent) => {
          const robots = Buffer.from(body).toString('latin1');
          check(robots, agent, target);
          expect(bare.functions.robots_summary(robots)).toBe(here.functions.robots_summary(robots));
          expect(bare.functions.robots_line(body, agent, target)).toBe(
            here.functions.robots_line(body, agent, target),
          );
          expect(bare.functions.robots_summary(body)).toBe(here.functions.robots_summary(body));
        },
      ),
      { numRuns: runs(3_000, 200) },
    );
  });

  it('resolve every name of the registry as the library does', async () => {
    const { functions } = await robotsSqlIn(bareContext({ es2015: true }));
    const here = sqlFunctions();
    for (const { token, fallbackTokens, exampleUserAgents } of agents) {
      const robots = `User-agent: *\nDisallow: /\n\n${fallbackTokens.map((each) => `User-agent: ${each}\nAllow: /a\n`).join('\n')}`;
      for (const name of [token, token.toUpperCase(), ...exampleUserAgents]) {
        for (const url of ['/', '/a']) {
          expect(functions.robots_line(robots, name, url), name).toBe(here.robots_line(robots, name, url));
          expect(functions.robots_allowed(robots, name, url), name).toBe(
            here.robots_allowed(robots, name, url),
          );
        }
      }
    }
  });

  it('answer NULL for NULL and for what is not a URL, and refuse other types', async () => {
    const { functions } = await robotsSqlIn(bareContext({ es2015: true }));
    for (const each of [functions, sqlFunctions()]) {
      for (const [robots, agent, url] of NULLS) {
        expect(each.robots_allowed(robots, agent, url)).toBeNull();
        expect(each.robots_line(robots, agent, url)).toBeNull();
        expect(each.robots_usage(robots, agent, url)).toBeNull();
      }
      expect(each.robots_summary(null)).toBeNull();
      for (const url of [
        '',
        'a',
        'http://',
        'http://a b/',
        'http://1.2.3.999/',
        'http://[::1/',
        'mailto:a@b',
      ])
        expect(each.robots_allowed('', 'FooBot', url), url).toBeNull();
      expect(() => each.robots_allowed(3 as never, 'FooBot', '/')).toThrow(
        'robots_allowed: the robots.txt is number',
      );
      expect(() => each.robots_line('', {} as never, '/')).toThrow(
        'robots_line: the crawler is object, expected text',
      );
    }
  });

  it('take time linear in rules and URL for a file that is built to cost', async () => {
    const { functions } = await robotsSqlIn(bareContext());
    const robots = `User-agent: *\n${`Disallow: /${'*a'.repeat(40)}b\n`.repeat(2_000)}Allow: /\n`;
    expect(functions.robots_line(robots, 'FooBot', `/${'a'.repeat(500)}`)).toBe(2_002);
  });
});
