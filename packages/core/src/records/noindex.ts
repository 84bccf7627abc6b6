/**
 * Noindex: paths that a search engine should not list. It was never a standard, and Google stopped reading it on 1
 * September 2019. It does not affect fetching.
 */
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { matches } from '../patterns/match.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { recordsForCrawler } from './group-records.ts';
import type { Reading } from './reading.ts';
import type { RecordDefinition } from './record-definition.ts';

/**
 * The Noindex records in the groups that apply to a crawler, limited to those whose path pattern matches the target, in
 * file order. No known crawler still honors Noindex records.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile, or `target` is neither an
 * absolute URL nor a path.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { noindexRecords } from 'robots-exclusion/records';
 *
 * const document = parse('User-agent: *\nNoindex: /drafts/\n');
 * noindexRecords(document, 'FooBot', '/drafts/1').map(({ line }) => line); // [2]
 * ```
 */
export function noindexRecords(
  document: RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
): readonly DocumentRecord[] {
  const prepared = prepareTarget(target);
  return recordsForCrawler(document, who, 'noindex').filter(({ valueSpan }) => {
    const pattern = parsePattern(document.octets, valueSpan.start, valueSpan.end);
    return pattern !== undefined && matches(pattern, prepared);
  });
}

/** Reports a defect for every record: either its pattern is invalid, or no crawler reads the record. */
function readNoindex({ valueSpan }: DocumentRecord, { octets }: RobotsDocument): Reading<never> {
  if (parsePattern(octets, valueSpan.start, valueSpan.end) === undefined) {
    const message = 'A path begins with "/" (or "*"): this record matches nothing';
    return { defect: { code: 'bad-noindex', severity: 'warning', message } };
  }
  const message =
    'No search engine reads Noindex in robots.txt any more: use the robots meta tag or X-Robots-Tag';
  return { defect: { code: 'obsolete-noindex', severity: 'info', message } };
}

export const noindexRecord: RecordDefinition = {
  name: 'Noindex',
  help: 'Paths that search engines should not list. Never standardized; Google stopped reading it in 2019.',
  obsolete: 'Google stopped supporting it in September 2019. Use a robots meta tag or an X-Robots-Tag header',
  read: readNoindex,
};
