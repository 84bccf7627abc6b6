/** What is stated about the uses of one URL, for one crawler in full and for the others in short. */
import { conventions, usageReport } from 'robots-exclusion/usage';
import type { Crawler } from '../crawler.ts';
import { type PreparedDraft, prepared, resolved } from '../drafts.ts';
import type { UsageAnswer, UsageQuestion, UseRow } from '../protocol.ts';

/** The same as for verdicts: crawlers as the registry knows them. */
export function usage({ draft, crawlers, crawler, url, headers }: UsageQuestion): UsageAnswer {
  const source = prepared(draft);
  try {
    const report = reportFor(source, crawler, url, headers);
    const { uses, vocabulary, replaced, licenses, statements, diagnostics } = report;
    return {
      uses,
      vocabulary,
      replacedLines: replaced.flatMap((place) => (place.kind === 'robots' ? [place.line] : [])),
      licenses: licenses.map(({ url: place, source: kind }) => ({ url: place, kind })),
      statements: statements.map((statement) => ({
        ...statement,
        title: conventions.get(statement.convention)?.title ?? statement.convention,
      })),
      problems: diagnostics.map(({ message, line }) => ({ message, line })),
      rows: crawlers.map((one) => rowFor(source, one, url, headers)),
    };
  } catch (error) {
    return { notUrl: error instanceof Error ? error.message : String(error) };
  }
}

function rowFor(
  source: PreparedDraft,
  crawler: Crawler,
  url: string,
  headers: Record<string, string>,
): UseRow {
  const { access, uses } = reportFor(source, crawler, url, headers);
  const preferences = Object.fromEntries(
    Object.entries(uses).map(([use, { preference }]) => [use, preference]),
  );
  return { token: crawler.token, isAllowed: access.allowed, preferences };
}

function reportFor(source: PreparedDraft, crawler: Crawler, url: string, headers: Record<string, string>) {
  return usageReport(source.document, resolved(crawler).who, url, { headers });
}
