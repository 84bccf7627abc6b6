/** How a robots.txt was obtained, in facts for people. */
import type { Evidence, Hop } from '@robots-exclusion/client';
import type { DecisionAnswer } from '@robots-exclusion/operations/evaluate';
import type { EvidenceAnswer } from '@robots-exclusion/operations/shared';
import { counted } from '../output/counted.ts';
import { duration, instant } from '../output/duration.ts';
import type { Fact } from '../output/facts.ts';
import type { ShownRecord } from './record-facts.ts';

/** Facts about a file that was handed in, a fetch, or both. */
export function evidenceFacts(result: DecisionAnswer, now: number): Fact[] {
  const { evidence = {}, isTruncated } = result;
  const facts: Fact[] = result.policyRow === undefined ? [] : fetchFacts(recordOf(result), now);
  if (evidence.document) {
    const { bytes, records, groups, dialect } = evidence.document;
    const cut = isTruncated ? '; cut at the limit, the rest was not read' : '';
    facts.push([
      'read',
      `${counted(bytes, 'octet')}, ${counted(records, 'record')}, ${counted(groups, 'group')}, dialect ${dialect}${cut}`,
    ]);
  }
  return facts;
}

/** What of a fetch is shown: the facts of an answer, or of a record. */
type FetchFacts = Pick<
  ShownRecord,
  'robotsUrl' | 'policyRow' | 'expiresAt' | 'retryAt' | 'isTruncated' | 'evidence'
> & { outcome: string };

/** The record of an answer, with its instants as numbers. */
function recordOf({
  robotsUrl,
  outcome,
  policyRow = '',
  retryAt,
  isTruncated,
  evidence,
}: DecisionAnswer): FetchFacts {
  const { expiresAt } = evidence ?? {};
  const attempt = evidence && attemptOf(evidence);
  return {
    outcome,
    policyRow,
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(expiresAt !== undefined && { expiresAt: Date.parse(expiresAt) }),
    ...(retryAt !== undefined && { retryAt: Date.parse(retryAt) }),
    ...(isTruncated && { isTruncated }),
    ...(attempt && { evidence: attempt }),
  };
}

function attemptOf(evidence: EvidenceAnswer): Evidence | undefined {
  const { startedAt, endedAt, hops = [], headers = {}, failures, copy } = evidence;
  if (startedAt === undefined || endedAt === undefined) return undefined;
  return {
    wasKept: evidence.wasKept ?? false,
    startedAt: Date.parse(startedAt),
    endedAt: Date.parse(endedAt),
    hops: hops.map((hop) => ({ ...hop, at: Date.parse(hop.at) })),
    headers,
    isRenewal: evidence.isRenewal ?? false,
    ...(evidence.error && { error: evidence.error }),
    ...(failures && { failures: { ...failures, since: Date.parse(failures.since) } }),
    ...(copy && {
      copy: {
        ...copy,
        fetchedAt: Date.parse(copy.fetchedAt),
        validatedAt: Date.parse(copy.validatedAt),
      },
    }),
  };
}

/** Everything that is known of a fetch, in the order in which it happened. */
export function fetchFacts(record: FetchFacts, now: number): Fact[] {
  const { robotsUrl, outcome, policyRow, expiresAt, retryAt, evidence } = record;
  return [
    ['robots.txt', robotsUrl ?? 'none: a URL of this kind has no robots.txt'],
    ['outcome', `${outcome} (policy row ${policyRow})`],
    ...(evidence ? attemptFacts(evidence, now) : []),
    ...(expiresAt === undefined ? [] : [['expires', momentFrom(now, expiresAt)] as const]),
    ...(retryAt === undefined ? [] : [['asked again', momentFrom(now, retryAt)] as const]),
    ...(evidence?.copy ? copyFacts(evidence.copy, record.isTruncated ?? false, now) : []),
    ...headerFacts(evidence?.headers ?? {}),
  ];
}

function attemptFacts(evidence: Evidence, now: number): Fact[] {
  const { startedAt, endedAt, hops, error, failures, isRenewal, wasKept } = evidence;
  const kept = wasKept ? `from the store, ${duration(now - endedAt)} old; ` : '';
  return [
    ...hops.map((hop, index) => [index === 0 ? 'hops' : '', hopText(hop)] as const),
    ...(error ? [['error', `${error.code}: ${error.message}`] as const] : []),
    ...(isRenewal ? [['renewed', 'status 304: the copy at hand still holds'] as const] : []),
    ...(failures
      ? [['failed', `${counted(failures.count, 'time')} since ${instant(failures.since)}`] as const]
      : []),
    ['fetched', `${kept}${instant(endedAt)}, took ${Math.max(0, endedAt - startedAt)} ms`],
  ];
}

function hopText({ url, status, durationMs, location }: Hop): string {
  const target = location === undefined ? '' : ` → ${location}`;
  return `${status ?? 'no answer'}  ${url}${target}  (${durationMs} ms)`;
}

function copyFacts(copy: NonNullable<Evidence['copy']>, isTruncated: boolean, now: number): Fact[] {
  const { bytes, digest, finalUrl, validatedAt } = copy;
  const cut = isTruncated ? '; the file goes on, the rest was not read' : '';
  return [
    ['size', `${counted(bytes, 'octet')}${cut}`],
    ['sha-256', digest],
    ['from', `${finalUrl}, confirmed ${momentFrom(now, validatedAt)}`],
  ];
}

function headerFacts(headers: Readonly<Record<string, string>>): Fact[] {
  return Object.entries(headers).map(([name, value], index) => [
    index === 0 ? 'headers' : '',
    `${name}: ${value}`,
  ]);
}

function momentFrom(now: number, at: number): string {
  const distance = duration(Math.abs(at - now));
  return `${instant(at)} (${at > now ? `in ${distance}` : `${distance} ago`})`;
}
