import type { RobotsAnswer } from '@robots-exclusion/server/client';
import { describe, expect, it } from 'vitest';
import { siteReport } from '../src/service/failure-text.ts';

const EPOCH = '1970-01-01T00:00:00.000Z';

const record: RobotsAnswer = {
  url: 'http://127.0.0.1:8080/',
  robotsUrl: 'http://127.0.0.1:8080/robots.txt',
  outcome: 'unreachable',
  policyRow: 'rfc9309/any/at-once',
  expiresAt: EPOCH,
};
const evidence = {
  wasKept: false,
  startedAt: EPOCH,
  endedAt: EPOCH,
  hops: [],
  headers: {},
  isRenewal: false,
};
const hop = (url: string, status: number, location?: string) => ({
  url,
  at: EPOCH,
  durationMs: 1,
  status,
  ...(location !== undefined && { location }),
});

describe('what a site answered, in words', () => {
  it.each([
    [
      {
        outcome: 'refused',
        refusal: { by: 'address-policy', origin: 'http://10.0.0.1', message: '' },
      },
      /was not fetched.*--also-fetch http:\/\/10\.0\.0\.1”/,
    ],
    [
      { evidence: { ...evidence, error: { code: 'ERR_X', message: 'it broke' } } },
      /cannot be read: it broke\..*tries again at/,
    ],
    [
      { evidence: { ...evidence, status: 503, error: { code: 'HTTP_503', message: 'Answered 503' } } },
      /it answered 503, a server error\. Crawlers therefore treat the whole site as disallowed until/,
    ],
    [
      { evidence: { ...evidence, status: 503, headers: { 'cf-mitigated': 'challenge' } } },
      /503.*challenge page for browsers/,
    ],
    [{ outcome: 'unsupported' }, /http and https/],
  ] as const)('a failure: %#', (facts, words) => {
    const report = siteReport({ ...record, ...facts } as RobotsAnswer, record.url);
    expect(report?.isFailure).toBe(true);
    expect(report?.text).toMatch(words);
    expect(report?.text).not.toMatch(/ERR_|rfc9309|fresh until/);
  });

  it.each([
    [
      { evidence: { ...evidence, status: 404, hops: [hop('/robots.txt', 404)] } },
      /answered 404: there is no file/,
    ],
    [
      { evidence: { ...evidence, status: 403, headers: { 'cf-mitigated': 'challenge' } } },
      /answered 403 with a challenge page for browsers.*everything may be fetched/,
    ],
    [
      {
        policyRow: 'rfc9309/redirect-loop',
        evidence: { ...evidence, status: 302, hops: [hop('/a', 302, '/b'), hop('/b', 302, '/a')] },
      },
      /redirects in a loop \(\/a → \/b\).*everything may be fetched/,
    ],
    [
      { evidence: { ...evidence, status: 301, hops: [hop('/a', 301, '/b'), hop('/b', 301, '/c')] } },
      /redirects more than 1 times/,
    ],
  ])('no rules (RFC 9309 §2.3.1.2, §2.3.1.3): %#', (facts, words) => {
    const report = siteReport({ ...record, outcome: 'no-rules', ...facts }, record.url);
    expect(report?.isFailure).toBe(false);
    expect(report?.text).toMatch(words);
  });

  it('a web page in place of the file', () => {
    const robots = '\n<!DOCTYPE html><title>Just a moment…</title>';
    expect(siteReport({ ...record, outcome: 'rules', robots }, record.url)?.text).toMatch(
      /web page instead of/,
    );
    expect(
      siteReport({ ...record, outcome: 'rules', robots: 'User-agent: *\n# <html>' }, record.url),
    ).toBeUndefined();
  });
});
