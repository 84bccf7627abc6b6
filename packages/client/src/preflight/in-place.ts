/** Says what a site answered in place of its robots.txt: a challenge, a login, a refusal, or a page. Pure. */
import { parse } from 'robots-exclusion';
import type { RobotsRecord } from '../robots-record.ts';
import { fieldLines } from '../transport/response-head.ts';
import { type PageShape, type ReadAnswer, type ShapeEvidence, shapeOf } from './classify.ts';
import { BOT_FILTERS, LOGIN_TITLE } from './filters.ts';

/** What answered. Of the shapes that are not listed, a missing file and a server error are what they say they are. */
const NAMES: Readonly<Partial<Record<PageShape, string>>> = {
  refused: 'a refusal',
  'payment-required': 'a demand for payment',
  'licence-required': 'a demand for a licence',
  'bot-challenge': 'a bot filter’s challenge',
  'login-required': 'a login',
  'rate-limited': 'a rate limit',
  'legal-refusal': 'a refusal for legal reasons',
};

const TAG = /<(?:!doctype|\/?[a-z]+)[\s>]/i;

/** The answer to a request for robots.txt that is not the site's robots.txt. */
export interface InPlace {
  /** The statement, in one sentence without a period. It has no text that the site can choose. */
  readonly message: string;
  /** Whether a filter or a login answered, which may give other clients the file. */
  readonly isFilter: boolean;
}

/**
 * What a site answered in place of its robots.txt; undefined if the answer is a robots.txt, a missing file or an error.
 *
 * @param askedUrl The URL before redirects.
 * @param file The name of the file in the statement.
 * @example
 * ```ts
 * import { inPlaceOf } from '@robots-exclusion/client/preflight';
 *
 * const finalUrl = 'https://example.com/robots.txt';
 * const answer = { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: new Uint8Array(), finalUrl };
 * inPlaceOf(answer, finalUrl)?.isFilter; // true
 * ```
 */
export function inPlaceOf(
  answer: ReadAnswer,
  askedUrl: string,
  file: string = 'robots.txt',
): InPlace | undefined {
  const { shape, evidence } = shapeOf(answer, askedUrl);
  const name = NAMES[shape];
  if (name !== undefined) {
    const [status, reason = status] = evidence;
    const why = reason === undefined ? '' : ` (${reasonText(reason)})`;
    const message = `In place of ${file}, this program was answered with ${name}${why}; other clients may get the file`;
    return { message, isFilter: true };
  }
  if (shape !== 'served') return undefined;
  const other = parse(answer.body).diagnostics.find(({ code }) => code === 'not-robots-txt');
  if (other) return { message: other.message, isFilter: false };
  const isSentAsPage = fieldLines(answer, 'content-type').some((line) => /html/i.test(line));
  if (!isSentAsPage || !TAG.test(Buffer.from(answer.body).toString('latin1'))) return undefined;
  const message = 'This file is sent as HTML and contains tags, which crawlers read as lines of a robots.txt';
  return { message, isFilter: false };
}

/** What the shape was recognized by. A text that is not known beforehand is left out, because it can say anything. */
function reasonText({ kind, name, text }: ShapeEvidence): string {
  if (kind === 'url') return 'redirect';
  const word = text.trim().toLowerCase();
  const isKnown =
    kind === 'status' ||
    kind === 'body' ||
    BOT_FILTERS.some(({ field, titles }) => (kind === 'title' ? titles : field?.values)?.includes(word)) ||
    (kind === 'title' && LOGIN_TITLE.test(text));
  return isKnown ? `${name} ${text}` : name;
}

/**
 * {@link inPlaceOf} for a fetched record, by the header fields that are kept with it. Undefined for a record that is
 * neither a file nor the absence of one, whose outcome says so.
 */
export function inPlaceOfRecord(record: RobotsRecord): InPlace | undefined {
  const { outcome, evidence, robotsUrl, body = new Uint8Array(), isTruncated = false } = record;
  if (outcome !== 'rules' && outcome !== 'no-rules') return undefined;
  const { status, headers = {}, hops = [] } = evidence ?? {};
  if (status === undefined || robotsUrl === undefined) return undefined;
  const finalUrl = hops.at(-1)?.url ?? robotsUrl;
  // A record from elsewhere can contain any text as a URL.
  if (![robotsUrl, finalUrl].every((url) => URL.canParse(url))) return undefined;
  return inPlaceOf({ status, headers, body, isTruncated, finalUrl }, robotsUrl);
}
