/** What is stated about the uses of one URL, in full for one crawler and in short for the others. */
import { conventions, type UsageReport, type UsageStatement, usageReport } from 'robots-exclusion/usage';
import type { Crawler } from '../../engine/crawler.ts';
import { type PreparedDraft, prepared, resolved } from '../../engine/drafts.ts';
import type { DraftQuestion, PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    usage: { question: UsageQuestion; part: never; answer: UsageAnswer };
    /** The same for the answer above the panels: a separate job, so that the panel's job does not replace it. */
    'usage.one': { question: UsageQuestion; part: never; answer: UsageAnswer };
  }
}

export interface UsageQuestion extends DraftQuestion {
  /** Each is answered in short. */
  readonly crawlers: readonly Crawler[];
  /** This one is answered in full. */
  readonly crawler: Crawler;
  readonly url: string;
  /** Header fields of a response, names in lower case. */
  readonly headers: Record<string, string>;
}

/** The statements for one crawler. */
export interface UseRow {
  readonly token: string;
  readonly isAllowed: boolean;
  /** By use. */
  readonly preferences: Readonly<Record<string, string>>;
}

export type UsageAnswer =
  | { readonly notUrl: string }
  | {
      readonly uses: UsageReport['uses'];
      /** The AIPREF vocabulary that was used. */
      readonly vocabulary: string;
      /** Lines of statements for `*` that do not apply because of a named group. */
      readonly replacedLines: readonly number[];
      readonly licenses: readonly { readonly url: string; readonly kind: string }[];
      readonly statements: readonly (UsageStatement & { readonly title: string })[];
      readonly problems: readonly { readonly message: string; readonly line: number }[];
      readonly rows: readonly UseRow[];
    };

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

export const jobs: PanelJobs<'usage' | 'usage.one'> = { usage, 'usage.one': usage };
