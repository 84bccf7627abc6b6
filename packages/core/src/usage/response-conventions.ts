/**
 * What two conventions that live in responses say about use: X-Robots-Tag, whose `noindex` keeps a page out of
 * search results, and the TDM Reservation Protocol, whose `tdm-reservation` reserves text and data mining.
 */
import { quote } from '../bytes/quote.ts';
import { textOf } from '../bytes/text.ts';
import { type Crawler, ownTokensOf } from '../rules/crawler-profile.ts';
import { fieldLines, fieldValue, type HeaderFields } from './header-fields.ts';
import { headerSource, type UsageStatement } from './usage-statement.ts';

const X_ROBOTS_TAG = 'x-robots-tag';
const TDM_RESERVATION = 'tdm-reservation';

/**
 * The X-Robots-Tag lines that keep the page out of search results, for everybody or for this crawler. Other
 * directives (nosnippet, noarchive, noai …) say nothing here: what they mean for a use is one vendor's word.
 */
export function xRobotsTagStatements(
  headers: HeaderFields | undefined,
  who: Crawler,
): readonly UsageStatement[] {
  const names = new Set(ownTokensOf(who).map((token) => textOf(token, 0, token.length)));
  return fieldLines(headers, X_ROBOTS_TAG).flatMap((line) => {
    const directive = directivesFor(line, names).find((found) => NO_SEARCH.has(found));
    if (directive === undefined) return [];
    return [
      Object.freeze({
        convention: 'x-robots-tag',
        source: headerSource(X_ROBOTS_TAG, line),
        states: Object.freeze({ [directive === 'none' ? 'none' : 'noindex']: 'present' }),
        says: Object.freeze({ search: 'disallow' }),
      } as const),
    ];
  });
}

const NO_SEARCH: ReadonlySet<string> = new Set(['noindex', 'none']);

/** Directives of a line that speak to everybody or to one of `names`: `noindex`, `foobot: noindex, nofollow`. */
function directivesFor(line: string, names: ReadonlySet<string>): string[] {
  let isAddressed = true;
  return line.split(',').flatMap((part) => {
    const text = part.trim().toLowerCase();
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).trim();
    const isCrawler = colon > 0 && !WITH_VALUE.has(name) && /^[a-z0-9_.-]+$/.test(name);
    if (isCrawler) isAddressed = names.has(name);
    return isAddressed ? [isCrawler ? text.slice(colon + 1).trim() : text] : [];
  });
}

/** Directives that have a colon of their own. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
]);

/** The reservation of a response: `1` reserves text and data mining, `0` does not. Anything else says nothing. */
export function tdmStatements(headers: HeaderFields | undefined): readonly UsageStatement[] {
  const text = fieldValue(headers, TDM_RESERVATION);
  if (text === undefined) return [];
  const value = text.trim();
  const policy = fieldValue(headers, 'tdm-policy');
  const isReserved = value === '1';
  const isStated = isReserved || value === '0';
  const note = isStated
    ? policy !== undefined && `The rights holder names a policy: ${quote(policy)}`
    : 'Neither 0 nor 1: it says nothing';
  return [
    Object.freeze({
      convention: 'tdmrep',
      source: headerSource(TDM_RESERVATION, text),
      states: Object.freeze(isStated ? { 'tdm-reservation': value } : {}),
      says: Object.freeze(isStated ? { 'text-and-data-mining': isReserved ? 'disallow' : 'allow' } : {}),
      ...(note !== false && { note }),
    } as const),
  ];
}
