/** Describes for people how a robots.txt was obtained. */
import type { DecisionAnswer } from '@robots-exclusion/operations/evaluate';
import type { RecordAnswer } from '@robots-exclusion/operations/record';
import type { AttemptAnswer, EvidenceAnswer } from '@robots-exclusion/operations/shared';
import { counted } from '../output/counted.ts';
import { duration, instant } from '../output/duration.ts';
import type { Fact } from '../output/facts.ts';

/** Facts about the document that was read, about the fetch, or about both. */
export function evidenceFacts(result: DecisionAnswer, now: number): Fact[] {
  const { evidence = {}, isTruncated, policyRow } = result;
  const facts: Fact[] = policyRow === undefined ? [] : fetchFacts(fetchOf(result, policyRow), now);
  if (evidence.document) {
    const { bytes, records, groups, dialect } = evidence.document;
    const cut = isTruncated ? '; truncated at the limit, the rest was not read' : '';
    facts.push([
      'read',
      `${counted(bytes, 'octet')}, ${counted(records, 'record')}, ${counted(groups, 'group')}, dialect ${dialect}${cut}`,
    ]);
  }
  return facts;
}

/** The data about a fetch that is displayed. It comes from a decision or a record. */
type FetchFacts = Pick<
  RecordAnswer,
  'robotsUrl' | 'policyRow' | 'expiresAt' | 'retryAt' | 'isTruncated' | 'notRobotsTxt' | 'evidence'
> & { readonly outcome: string };

function fetchOf({ evidence = {}, ...decision }: DecisionAnswer, policyRow: string): FetchFacts {
  const { expiresAt } = evidence;
  return {
    ...decision,
    policyRow,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(isAttempt(evidence) && { evidence }),
  };
}

/** Whether the evidence contains facts about a request. Such facts are either complete or absent. */
function isAttempt(evidence: EvidenceAnswer): evidence is AttemptAnswer {
  return evidence.startedAt !== undefined;
}

/** Everything known about a fetch, in chronological order. */
export function fetchFacts(record: FetchFacts, now: number): Fact[] {
  const { robotsUrl, outcome, policyRow, expiresAt, retryAt, evidence, notRobotsTxt } = record;
  return [
    ['robots.txt', robotsUrl ?? 'none: this program reads no robots.txt for a URL of this kind'],
    ['outcome', `${outcome} (policy row ${policyRow})`],
    ...(notRobotsTxt === undefined ? [] : [['note', notRobotsTxt] as const]),
    ...(evidence ? attemptFacts(evidence, now) : []),
    ...(expiresAt === undefined ? [] : [['expires', momentFrom(now, expiresAt)] as const]),
    ...(retryAt === undefined ? [] : [['next try', momentFrom(now, retryAt)] as const]),
    ...(evidence?.copy ? copyFacts(evidence.copy, record.isTruncated ?? false, now) : []),
    ...headerFacts(evidence?.headers ?? {}),
  ];
}

function attemptFacts(evidence: AttemptAnswer, now: number): Fact[] {
  const { hops, error, failures, isRenewal, wasKept } = evidence;
  const [startedAt, endedAt] = [Date.parse(evidence.startedAt), Date.parse(evidence.endedAt)];
  const kept = wasKept ? `from the store, ${duration(now - endedAt)} old; ` : '';
  return [
    ...hops.map((hop, index) => [index === 0 ? 'hops' : '', hopText(hop)] as const),
    ...(error ? [['error', `${error.code}: ${error.message}`] as const] : []),
    ...(isRenewal ? [['renewed', 'status 304: the existing copy is still valid'] as const] : []),
    ...(failures
      ? [
          [
            'failed',
            `${counted(failures.count, 'time')} since ${instant(Date.parse(failures.since))}`,
          ] as const,
        ]
      : []),
    ['fetched', `${kept}${instant(endedAt)}, took ${Math.max(0, endedAt - startedAt)} ms`],
  ];
}

function hopText({ url, status, durationMs, location }: AttemptAnswer['hops'][number]): string {
  const target = location === undefined ? '' : ` → ${location}`;
  return `${status ?? 'no answer'}  ${url}${target}  (${durationMs} ms)`;
}

function copyFacts(copy: NonNullable<AttemptAnswer['copy']>, isTruncated: boolean, now: number): Fact[] {
  const { bytes, digest, finalUrl, validatedAt } = copy;
  const cut = isTruncated ? '; the file is longer, the rest was not read' : '';
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

function momentFrom(now: number, moment: string): string {
  const at = Date.parse(moment);
  const distance = duration(Math.abs(at - now));
  return `${instant(at)} (${at > now ? `in ${distance}` : `${distance} ago`})`;
}
