/** What a site states about the use of a URL, as a check shows it. */
import { type Crawler, parse, type RobotsDocument } from 'robots-exclusion';
import {
  type ConventionName,
  conventions,
  type Preference,
  type UsageReport,
  type UsageStatement,
  type Use,
  usageReport,
} from 'robots-exclusion/usage';

/** A usage report without what the check says already, and each statement once. */
export interface ShownUsage
  extends Pick<UsageReport, 'contentUse' | 'vocabulary' | 'replaced' | 'statements' | 'diagnostics'> {
  uses: Readonly<Record<Use, Preference>>;
  /** Uses that one statement allows and another disallows. */
  conflicts: readonly Use[];
  licenses: readonly ShownLicense[];
}

/** A link to terms, and the line that names them. */
export interface ShownLicense {
  url: string;
  line?: number;
  productTokens?: readonly string[];
}

/** What else than a robots.txt speaks of the use of a page. */
export interface PageStatements {
  /** Header fields of the response that brought it. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The origin's `/.well-known/tdmrep.json`. */
  tdmrep?: Uint8Array;
}

/** What is stated about the use of `url` by the crawler, in a robots.txt, an empty one for no file, and elsewhere. */
export function usageOf(
  robots: RobotsDocument | undefined,
  who: Crawler,
  url: string,
  page: PageStatements,
): ShownUsage {
  const document = robots ?? parse('');
  const report = usageReport(document, who, url, page);
  const { uses, contentUse, vocabulary, replaced, statements, licenses, diagnostics } = report;
  const answers = Object.entries(uses) as [Use, UsageReport['uses'][Use]][];
  return {
    uses: Object.fromEntries(answers.map(([use, { preference }]) => [use, preference])) as ShownUsage['uses'],
    conflicts: answers.filter(([, { isConflict }]) => isConflict).map(([use]) => use),
    contentUse,
    vocabulary,
    replaced,
    licenses: licenses.map(({ url: found, record, productTokens }) => ({
      url: found,
      ...(record && { line: record.line }),
      ...(productTokens && { productTokens }),
    })),
    statements,
    diagnostics,
  };
}

/** The statements that speak of a use. */
export function statementsOf({ statements }: ShownUsage, use: Use): readonly UsageStatement[] {
  return statements.filter(({ says }) => says[use] !== undefined);
}

/** The convention's name for people. */
export function titleOf(name: ConventionName): string {
  return conventions.get(name)?.title ?? name;
}
