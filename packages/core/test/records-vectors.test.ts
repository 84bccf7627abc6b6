/** Tests every vector of `spec/records`. */
import { checkAll, readVectors } from '@robots-exclusion/testkit';
import { parse } from 'robots-exclusion';
import {
  canonicalUrl,
  crawlDelay,
  preferredHost,
  requestRate,
  sitemaps,
  visitTime,
} from 'robots-exclusion/records';
import { expect, it } from 'vitest';

/** A vector as `spec/README.md` describes it; each kind has some of the fields. */
interface RecordVector {
  id: string;
  kind: string;
  robots: string;
  agent: string;
  alsoFromStar?: boolean;
  robotsUrl?: string;
  url: string;
  expect: unknown;
  why: string;
}

function answer({ kind, robots, agent, alsoFromStar = false, robotsUrl, url }: RecordVector): unknown {
  const document = parse(robots);
  switch (kind) {
    case 'crawl-delay': {
      const found = crawlDelay(document, agent, { alsoFromStar });
      return found && { seconds: found.seconds, line: found.record.line };
    }
    case 'sitemap':
      return sitemaps(document, robotsUrl === undefined ? {} : { robotsUrl }).map((sitemap) => sitemap.url);
    case 'request-rate':
      return withoutRecord(requestRate(document, agent));
    case 'visit-time':
      return visitTime(document, agent)?.window;
    case 'host':
      return withoutRecord(preferredHost(document));
    default:
      return canonicalUrl(document, url);
  }
}

function withoutRecord<Value extends { record: unknown }>(value: Value | undefined): unknown {
  if (value === undefined) return undefined;
  const { record: _, ...rest } = value;
  return rest;
}

for (const { name, title, vectors } of readVectors('records')) {
  const all = vectors as unknown as readonly RecordVector[];
  it(`${name}: ${title}`, () =>
    checkAll(
      all,
      ({ id, why }) => `${id}: ${why}`,
      (vector) => expect(answer(vector) ?? null).toEqual(vector.expect),
    ));
}
