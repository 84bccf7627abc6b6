/** A site's statements about the use of a page, in the form that answers contain. */
import type { Crawler, RobotsDocument } from 'robots-exclusion';
import type { HeaderFields, UsageReport, Use, UseAnswer } from 'robots-exclusion/usage';
import { usageModule } from './reading.ts';
import type { Output } from './same.ts';
import type { usage, usePreference } from './schemas.ts';
import { type GivenPurposeToken, purposeTokensWith } from './uses.ts';

/** Sources of statements about the use of a page, other than robots.txt. */
export interface PageStatements {
  /** Header fields of the response that delivered the page. */
  readonly headers?: HeaderFields | undefined;
  /** The origin's `/.well-known/tdmrep.json`. */
  readonly tdmrep?: string | Uint8Array | undefined;
}

interface Stating extends PageStatements {
  readonly purposeTokens?: readonly GivenPurposeToken[] | undefined;
}

/** All statements about the use of one target. */
export type UsageAnswer = Output<typeof usage>;

/** The statements of a page and its site together, without preferences and findings. */
export type StatedUsage = Omit<UsageAnswer, 'preferences' | 'findings'>;

export type UsePreference = Output<typeof usePreference>;

/** A link to license terms, and the line that contains the link. */
export type LicenseAnswer = UsageAnswer['licenses'][number];

/** The statements about the crawler's use of `target`. */
export function usageAnswer(
  document: RobotsDocument,
  who: Crawler,
  target: string,
  { headers, tdmrep, purposeTokens }: Stating,
): UsageAnswer {
  const { usagePreferences, usageReport } = usageModule();
  const given = { ...(headers && { headers }) };
  const report = usageReport(document, who, target, {
    ...given,
    ...(tdmrep !== undefined && { tdmrep }),
    ...(purposeTokens && { purposeTokens: purposeTokensWith(purposeTokens) }),
  });
  const { uses, ...stated } = statedUsage(report);
  const preferences = usagePreferences(document, who, target, given);
  return { uses, preferences, ...stated, findings: report.diagnostics };
}

/** Converts a report to the form of answers. */
export function statedUsage(report: Omit<UsageReport, 'access' | 'diagnostics'>): StatedUsage {
  const { uses, contentUse, vocabulary, replaced, licenses, statements } = report;
  return {
    uses: preferencesOf(uses),
    contentUse,
    vocabulary,
    replaced,
    licenses: licenses.map(({ url, record, productTokens }) => ({
      url,
      ...(record && { line: record.line }),
      ...(productTokens && { productTokens }),
    })),
    statements,
  };
}

function preferencesOf(uses: UsageReport['uses']): UsageAnswer['uses'] {
  const answers = Object.entries(uses) as [Use, UseAnswer][];
  return Object.fromEntries(answers.map(([use, { statements: _, ...answer }]) => [use, answer])) as Record<
    Use,
    UsePreference
  >;
}
