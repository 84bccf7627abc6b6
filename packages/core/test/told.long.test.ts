/**
 * What the linter says about rules and fixes, checked by the slow oracle and by Google's dialect on telling URLs: rules
 * without effect, rules that lose, and the effects of fixes; and the mistakes that it tells of in default files.
 */
import { readFileSync } from 'node:fs';
import {
  arbitraryAuthored,
  arbitraryQuestion,
  isWholeRun,
  runs,
  slowVerdicts,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { compile, type Diagnostic, type Fix, parse } from 'robots-exclusion';
import { type Dialect, findDialect } from 'robots-exclusion/dialects';
import { applyEdits } from 'robots-exclusion/format';
import { lint, lintRules, type Severity } from 'robots-exclusion/lint';
import { expect, it } from 'vitest';
import { findClaims } from '../src/lint/lint.ts';

const PIECES = ['/a', 'b', '/b', '*', '.pdf', '?', '/*', '$', '%20', ' ', 'é', '[', '%5B', '/team', '|', '"'];
const pattern = fc
  .tuple(fc.constantFrom('/', '/a', '/b', '/*'), fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }))
  .map(([begin, pieces]) => (begin + pieces.join('')).trimEnd());
const rule = fc.record({ kind: fc.constantFrom('Allow', 'Disallow', 'Disallow'), value: pattern });
const ruleFile = fc
  .array(rule, { minLength: 2, maxLength: 7 })
  .map((rules) => ['User-agent: *', ...rules.map(({ kind, value }) => `${kind}: ${value}`), ''].join('\n'));

const FILLINGS = ['', 'x', '/x', 'a'];
const ENDS = ['', 'x', '/x', '?q', '.pdf'];

/** URLs made of each pattern alone, and of each pair of patterns. */
function tellingUrls(lines: readonly string[]): readonly string[] {
  const values = lines.flatMap((line) => /^(?:Dis)?allow: (.+)$/i.exec(line)?.[1] ?? []).slice(0, 12);
  const bare = values.map((value) => value.replace(/[*$]/g, ''));
  const own = values.flatMap((value) =>
    FILLINGS.flatMap((text) => ENDS.map((end) => value.replace(/\$$/, '').replaceAll('*', text) + end)),
  );
  const joined = bare.flatMap((one) => bare.flatMap((other) => [one + other, `${one}x${other}`]));
  const paths = ['/', '/x', ...own, ...joined].filter((path) => /^\/(?!\/)/.test(path));
  return [...new Set(paths.map((path) => new URL(`https://h.test${path}`).href))];
}

const reader = (text: string) => slowVerdicts(new TextEncoder().encode(text), ['X']);
function matcherOf(line = ''): (url: string) => boolean {
  const read = reader(`User-agent: *\n${line.replace(/^allow/i, 'Disallow')}\n`);
  return (url) => !read(url).allowed;
}

const TOLD = new Set(['redundant-rule', 'outranked-rule', 'shadowed-rule', 'duplicate-rule']);
const without = (codes: ReadonlySet<string>): Record<string, Severity> =>
  Object.fromEntries(lintRules.filter(({ code }) => !codes.has(code)).map(({ code }) => [code, 'off']));
const others = without(TOLD);

/** Each sentence that a URL refutes. No fix is proven, because that takes ten times as long as to find the sentences. */
function refuted(text: string): readonly unknown[] {
  const lines = text.split('\n');
  const urls = tellingUrls(lines);
  const whole = reader(text);
  return findClaims(text, { rules: others }).diagnostics.flatMap((one) => {
    const found = refutedBy(one, lines, urls, whole);
    return found === undefined && holdsAtExample(one, lines, whole) ? [] : [[one.line, one.message, found]];
  });
}

type Read = ReturnType<typeof reader>;

/** The first URL that refutes a sentence. */
function refutedBy(
  { line, code, message }: Diagnostic,
  lines: readonly string[],
  urls: readonly string[],
  whole: Read,
): string | undefined {
  const matches = matcherOf(lines[line - 1]);
  const without = reader(lines.filter((_, at) => at !== line - 1).join('\n'));
  const other = matcherOf(lines[Number(/\(line (\d+)\)/.exec(message)?.[1]) - 1]);
  const isCovered = /matches every URL/.test(message);
  return urls.find((url) => {
    if (!matches(url)) return false;
    const said = whole(url);
    if (said.allowed !== without(url).allowed || (isCovered && !other(url))) return true;
    return code === 'shadowed-rule' && said.line === line;
  });
}

/** Whether the URL that a message names has the verdict that it tells, by the rule that it names. */
function holdsAtExample({ line, message }: Diagnostic, lines: readonly string[], whole: Read): boolean {
  const [, other, path, verdict] = /\(line (\d+)\).*: (\S+) stays (allowed|disallowed)/.exec(message) ?? [];
  if (path === undefined) return true;
  const url = `https://h.test${path}`;
  const said = whole(url);
  const isOwn = matcherOf(lines[line - 1])(url);
  return isOwn && said.line === Number(other) && said.allowed === (verdict === 'allowed');
}

it('a rule is called needless, or beaten, only if no URL shows otherwise', { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(ruleFile, (text) => {
      expect(refuted(text)).toEqual([]);
    }),
    { numRuns: runs(20_000) },
  );
});

const DIALECTS: ReadonlyMap<string, Parameters<typeof parse>[1]> = new Map([
  ['RFC 9309', {}],
  ['Google', { dialect: findDialect('google') as Dialect }],
]);

/** Words of an effect for crawlers that the file does not name. */
const NOBODY: ReadonlyMap<string, readonly string[]> = new Map([
  ['any other crawler', ['Mirkwik']],
  ['any crawler without a name', ['']],
]);

/** The changes that an effect tells of RFC 9309 and Google and that do not happen. */
function falseEffects(body: Uint8Array, { effect = '', edits }: Fix): readonly string[] {
  const after = applyEdits(body, edits);
  return effect.split(/; (?=[A-Z][\w ,]*: )/).flatMap((part) => {
    const [, names = '', who = '', what = ''] = /^([^:]*): (.*?) (may .*)$/.exec(part) ?? [];
    const changes = [...what.matchAll(/may( no longer)? fetch (\S+)/g)];
    const first = who.split(/, | and /)[0] ?? '';
    const crawler = NOBODY.get(first) ?? first.split(' + ');
    return names.split(', ').flatMap((name) => {
      const options = DIALECTS.get(name);
      if (!options) return [];
      const sides = [body, after].map((octets) => compile(parse(octets, options), crawler));
      return changes.flatMap(([text, not, path]) => {
        const [was, is] = sides.map((rules) => rules.allows(`https://h.test${path}`));
        return was === (not !== undefined) && is === (not === undefined) ? [] : [`${name}: ${text}`];
      });
    });
  });
}

/** The effects that the fixes of some findings tell and that do not happen. */
function falselyTold(body: Uint8Array, found: readonly Diagnostic[]): readonly unknown[] {
  return found.flatMap(({ code, fixes = [] }) =>
    fixes.flatMap((fix) => falseEffects(body, fix).map((text) => [code, text])),
  );
}

const octetsOf = (text: string) => new TextEncoder().encode(text);
const { files } = JSON.parse(
  readFileSync(new URL('../../../spec/default-files/files.json', import.meta.url), 'utf8'),
) as { files: readonly { robots: string }[] };
const defaults = files.map(({ robots }) => robots).filter((_, at) => isWholeRun || at % 6 === 0);

it('a fix of a default file changes what it says it changes', { timeout: 600_000 }, () => {
  const bodies = defaults.map(octetsOf);
  expect(bodies.flatMap((body) => falselyTold(body, lint(body)))).toEqual([]);
});

it.each([
  ['comment-cuts-value', 'User-agent: FooBot\nDisallow: /x#y'],
  ['contradicting-rules', 'User-agent: FooBot\nAllow: /\nDisallow: /'],
  ['doubtful-escape', 'User-agent: FooBot\nDisallow: /my%2520file/'],
  ['escaped-line-end', 'User-agent: FooBot\\nDisallow: /x\\n'],
  ['failed-template', 'User-agent: FooBot\nDisallow: /{{ path }}'],
  ['groups-run-together', 'User-agent: Googlebot\n\nUser-agent: BarBot\nDisallow: /'],
  ['html-entity', 'User-agent: FooBot\nDisallow: /a?x=1&amp;y=2'],
  ['matches-everything', 'User-agent: FooBot\nDisallow: *'],
  ['outranked-rule', 'User-agent: FooBot\nDisallow: /\nAllow: /team-a\nDisallow: /*/raw'],
  ['pattern-without-slash', 'User-agent: FooBot\nDisallow: admin'],
  ['phrase-as-product-token', 'User-agent: Node/simplecrawler\nDisallow: /x'],
  ['raw-octets-in-pattern', 'User-agent: FooBot\nDisallow: /my café/'],
  ['relative-sitemap', 'Sitemap: https:/a.example/s.xml'],
  ['several-patterns-on-one-line', 'User-agent: FooBot\nDisallow: /a | /b'],
  ['several-records-on-one-line', 'User-agent: FooBot\nDisallow: /tmp/; Disallow: /x/'],
  ['several-tokens-on-one-line', 'User-agent: GPTBot ClaudeBot\nDisallow: /a'],
  ['unknown-product-token', 'User-agent: Google-Extendeded\nDisallow: /x'],
])(
  '%s is told at the end of each default file, with true effects of fixes',
  { timeout: 600_000 },
  (...of) => {
    const [code, mistake] = of;
    for (const robots of defaults) {
      const body = octetsOf(`${robots}\n\n${mistake}\n`);
      const found = lint(body, { rules: without(new Set([code])) });
      const begin = robots.split(/\r\n|\r|\n/).length;
      expect(found.filter(({ line }) => line > begin).length, robots).toBeGreaterThan(0);
      expect(falselyTold(body, found), robots).toEqual([]);
    }
  },
);

it('a fix changes what it says it changes', { timeout: 3_600_000 }, () => {
  const bodies = fc.oneof(
    fc.oneof(ruleFile, arbitraryAuthored).map(octetsOf),
    arbitraryQuestion.map(({ body }) => body),
  );
  fc.assert(
    fc.property(bodies, (body) => {
      expect(falselyTold(body, lint(body))).toEqual([]);
    }),
    { numRuns: runs(3_000) },
  );
});
