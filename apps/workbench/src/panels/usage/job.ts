/** Statements about the uses of one URL: all details for one crawler, and a summary for the others. */
import type { Failure } from '@robots-exclusion/operations';
import { type DecisionAnswer, decider, loadUsage } from '@robots-exclusion/operations/evaluate';
import { type GivenPurposeToken, purposeTokensWith } from '@robots-exclusion/operations/shared';
import { placeOf, type UsageStatement, type Use, type UseAnswer, usageReport } from 'robots-exclusion/usage';
import type { Crawler } from '../../engine/crawler.ts';
import { draftQuestion, type PreparedDraft, prepared, resolved } from '../../engine/drafts.ts';
import type { DraftQuestion, PanelJobs } from '../../engine/protocol.ts';
import type { PageFields } from './header-fields.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    usage: { question: UsageQuestion; part: never; answer: UsageAnswer };
    /** Computes the answer above the panels. A separate job, so that the panel's job does not replace it. */
    'usage.one': { question: UsageQuestion; part: never; answer: UsageAnswer };
  }
}

export interface UsageQuestion extends DraftQuestion {
  /** Each crawler gets a summary. */
  readonly crawlers: readonly Crawler[];
  /** This crawler gets all details. */
  readonly crawler: Crawler;
  readonly url: string;
  /** Header fields of a response, names in lower case. */
  readonly headers: PageFields;
  /** Purpose tokens besides the known ones. */
  readonly purposeTokens: readonly GivenPurposeToken[];
}

export interface UseRow {
  readonly token: string;
  readonly isAllowed: boolean;
  readonly preferences: Readonly<Record<string, string>>;
}

export type UsageAnswer =
  | Failure
  | {
      /** The answer that every interface gives. */
      readonly decision: DecisionAnswer & Required<Pick<DecisionAnswer, 'usage'>>;
      /** For each use, the locations of further statements that did not determine the result. */
      readonly alsoStated: Readonly<Record<Use, readonly string[]>>;
      readonly rows: readonly UseRow[];
    };

/** Finds the statements. Crawlers are resolved with the registry, as for verdicts. */
export async function usage(question: UsageQuestion): Promise<UsageAnswer> {
  const { draft, crawlers, crawler, url, headers, purposeTokens } = question;
  await loadUsage();
  const source = prepared(draft);
  const [decision] = decider({
    ...draftQuestion(draft, crawler, 'rfc9309'),
    usage: true,
    purposeTokens,
    page: { headers },
  })(url) as [(DecisionAnswer & Required<Pick<DecisionAnswer, 'usage'>>) | Failure];
  if ('error' in decision) return decision;
  const { uses } = reportFor(source, crawler, question);
  const others = Object.entries(uses).map(([use, one]) => [use, othersOf(one)]);
  return {
    decision,
    alsoStated: Object.fromEntries(others),
    rows: crawlers.map((one) => rowFor(source, one, question)),
  };
}

function othersOf({ decidedBy, statements }: UseAnswer): readonly string[] {
  return statements.filter((statement) => !isSamePlace(statement, decidedBy)).map(placeOf);
}

function isSamePlace(a: UsageStatement, b: UsageStatement | undefined): boolean {
  return b !== undefined && placeOf(a) === placeOf(b) && a.source.text === b.source.text;
}

function rowFor(source: PreparedDraft, crawler: Crawler, question: UsageQuestion): UseRow {
  const { access, uses } = reportFor(source, crawler, question);
  const preferences = Object.fromEntries(
    Object.entries(uses).map(([use, { preference }]) => [use, preference]),
  );
  return { token: crawler.token, isAllowed: access.allowed, preferences };
}

function reportFor(source: PreparedDraft, crawler: Crawler, { url, headers, purposeTokens }: UsageQuestion) {
  const given = { headers, purposeTokens: purposeTokensWith(purposeTokens) };
  return usageReport(source.document, resolved(crawler).who, url, given);
}

export const jobs: PanelJobs<'usage' | 'usage.one'> = { usage, 'usage.one': usage };
