/** A capture to its row. */
import { hash } from 'node:crypto';
import { type Failure, locate, outcomeOfStored } from '@robots-exclusion/client/stored-answer';
import { countDiagnostics, otherContent, parse, type RobotsDocument } from 'robots-exclusion';
import { countRecords, crawlDelay, type RecordCounts } from 'robots-exclusion/records';
import type { Capture } from '../warc/capture.ts';
import { isoDate } from './capture-date.ts';
import type { CorpusRow } from './corpus-row.ts';
import { crawlerColumns, openCrawlerColumns } from './crawler-columns.ts';
import { type DecodedBody, decodeBody } from './decode-body.ts';
import { type ReadyOptions, type RowOptions, readyOptions } from './row-options.ts';
import { usageEntries } from './usage-entries.ts';

/** Makes rows. */
export type RowMaker = (capture: Capture) => CorpusRow;

/**
 * The row of a capture, as `spec/schema/corpus-row.json` describes it. Content never throws. For many captures
 * {@link rowMaker} reads the options once.
 *
 * @throws {TypeError} If an option is not of its kind.
 * @throws {RangeError} If the preset is not known.
 */
export function toRow(capture: Capture, options: RowOptions = {}): CorpusRow {
  return makeRow(capture, readyOptions(options));
}

/** {@link toRow} for many captures. */
export function rowMaker(options: RowOptions = {}): RowMaker {
  const ready = readyOptions(options);
  return (capture) => makeRow(capture, ready);
}

/** Archives cut what is too long on purpose; what is cut for another reason broke off. */
const CUT_ON_PURPOSE: ReadonlySet<string> = new Set(['length']);

/** {@link toRow} with options that are ready. */
export function makeRow(capture: Capture, options: ReadyOptions): CorpusRow {
  const { url, status, payload, headers, date, offset } = capture;
  const body = payload && decodeBody(payload, headers, options.maxBytes);
  const found = outcomeOf(capture, body, options);
  const isRules = 'outcome' in found && found.outcome === 'rules';
  const document = body && !body.isBroken ? parse(body.octets, { maxBytes: options.maxBytes }) : undefined;
  return {
    url,
    origin: originOf(url),
    fetched_at: isoDate(date),
    status: status ?? null,
    redirect_target: 'redirectTarget' in found ? found.redirectTarget : null,
    outcome: 'outcome' in found ? found.outcome : null,
    policy_row: 'outcome' in found ? found.policyRow : null,
    content_type: headers['content-type'] || null,
    ...bodyColumns(body, document, capture.truncated, options.maxBytes),
    ...rulesColumns(capture, isRules ? document : undefined),
    crawlers: isRules && document ? crawlerColumns(document, options) : openCrawlerColumns(found, options),
    warc: options.warc,
    warc_offset: offset,
  };
}

function outcomeOf(
  { type, url, status, originalStatus, headers, payload, truncated }: Capture,
  body: DecodedBody | undefined,
  { preset }: ReadyOptions,
): ReturnType<typeof outcomeOfStored> | Record<string, never> {
  // A revisit whose original is elsewhere: its status is known, its rules are not.
  if (type === 'revisit' && payload === undefined && (status === undefined || status < 300 || status === 304))
    return {};
  const isBroken = body?.isBroken === true || (truncated !== undefined && !CUT_ON_PURPOSE.has(truncated));
  const answer = {
    url,
    // What was stored without a protocol was got (ISO 28500 §6.4).
    status: originalStatus ?? status ?? 200,
    headers,
    body: body?.octets ?? new Uint8Array(0),
    isTruncated: truncated !== undefined || body?.isTruncated === true,
  };
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const failure: { failure?: Failure } = isBroken && isSuccess ? { failure: 'broken-body' } : {};
  return outcomeOfStored({ ...answer, ...failure }, preset);
}

function bodyColumns(
  body: DecodedBody | undefined,
  document: RobotsDocument | undefined,
  stated: string | undefined,
  maxBytes: number,
): Pick<CorpusRow, 'bytes' | 'sha256' | 'truncated' | 'is_robots' | 'content' | 'encoding'> {
  const truncated = stated !== undefined || body?.isTruncated === true;
  if (!body || !document)
    return { bytes: null, sha256: null, truncated, is_robots: null, content: null, encoding: null };
  const octets = body.octets.length > maxBytes ? body.octets.subarray(0, maxBytes) : body.octets;
  const content = octets.length === 0 ? 'empty' : (otherContent(document) ?? 'robots');
  return {
    bytes: octets.length,
    sha256: hash('sha256', octets),
    truncated,
    is_robots: content === 'robots',
    content,
    encoding: document.encoding,
  };
}

function rulesColumns(
  { headers }: Capture,
  document: RobotsDocument | undefined,
): Pick<CorpusRow, 'groups' | 'rules' | 'sitemaps' | 'crawl_delay' | 'usage' | 'diagnostics'> {
  if (!document) {
    return { groups: null, rules: null, sitemaps: null, crawl_delay: null, usage: [], diagnostics: {} };
  }
  const { groups, rules, byKind }: RecordCounts = countRecords(document);
  const hasDelay = byKind['crawl-delay'] !== undefined;
  return {
    groups,
    rules,
    sitemaps: byKind.sitemap ?? 0,
    crawl_delay: hasDelay ? (crawlDelay(document, '*')?.seconds ?? null) : null,
    usage: usageEntries(document, byKind, headers),
    diagnostics: countDiagnostics(document),
  };
}

function originOf(url: string): string | null {
  try {
    return locate(url)?.origin ?? null;
  } catch {
    return null;
  }
}
