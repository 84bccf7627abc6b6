/** Tests that all real files parse, and that the line that a verdict names contains the deciding rule. */
import {
  corpusFolder,
  needsCorpus,
  readCorpusUrls,
  sampleCorpus,
  slowVerdict,
} from '@robots-exclusion/testkit';
import { compile, explain, parse } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';

const corpus = corpusFolder();
const TARGETS = [
  '/',
  '/robots.txt',
  '/search?q=a',
  '/admin/',
  '/a/b/c.html',
  '/index.php?id=1&sort=asc',
  '/%7Euser/',
];

describe('real files', needsCorpus(), () => {
  const files = corpus ? sampleCorpus(corpus) : [];
  const urls = corpus ? readCorpusUrls(corpus) : new Map<string, string[]>();

  it('RFC 9309 §2.3.1.5: every file parses, and its records stand where they say', () => {
    for (const { name, body } of files) {
      const document = parse(body);
      for (const { line, span, column } of document.records) {
        const before = Buffer.from(document.octets.subarray(0, span.start)).toString('latin1');
        const lines = before.split(/\r\n|\r|\n/);
        expect([name, line]).toEqual([name, lines.length]);
        const mark = lines.length === 1 && before.startsWith('\xef\xbb\xbf') ? 3 : 0;
        expect([name, column]).toEqual([name, (lines.at(-1) as string).length - mark + 1]);
      }
    }
  });

  it('RFC 9309 §2.2.2: the deciding line is the slow oracle’s, for real URLs and common paths', () => {
    for (const { name, body } of files) {
      const document = parse(body);
      const agents = document.groups.flatMap(({ productTokens }) => productTokens);
      const targets = [...TARGETS, ...(urls.get(name.split('@')[0] as string) ?? []).slice(0, 5)];
      for (const token of ['Googlebot', agents.at(-1) ?? 'FooBot']) {
        const rules = compile(document, token);
        for (const target of targets) {
          const verdict = explain(rules, target);
          const { line } = slowVerdict(body, [token], target);
          expect([name, token, target, verdict.rule?.line]).toEqual([name, token, target, line]);
          expect(rules.allows(target)).toBe(verdict.allowed);
        }
      }
    }
  }, 300_000);
});
