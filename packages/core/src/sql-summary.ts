/** Summarizes the contents of a robots.txt, for all crawlers, as one JSON value for a column. */
import type { RobotsDocument } from './parse/document.ts';
import { otherThanRobotsTxt } from './parse/not-robots-txt.ts';
import { crawlDelay } from './records/crawl-delay.ts';
import { usageReport } from './usage/usage-report.ts';

/** The members of `robots_summary`. Names and meanings match the columns of a corpus. */
export interface FileSummary {
  /** Whether the file looks like a robots.txt: it is not empty, an HTML page or similar. */
  readonly is_robots: boolean;
  /** `utf-8`, `utf-16le` or `utf-16be`. */
  readonly encoding: string;
  /** The number of octets that were read, at most `DEFAULT_MAX_BYTES`. */
  readonly bytes: number;
  /** Whether the file exceeds the limit. */
  readonly truncated: boolean;
  /** The number of groups, not merged. */
  readonly groups: number;
  /** The number of Allow and Disallow records in groups, including those that match nothing. */
  readonly rules: number;
  /** Product tokens of the groups in file order, without duplicates, in their first spelling. */
  readonly tokens: readonly string[];
  /** The number of Sitemap records. */
  readonly sitemaps: number;
  /** The delay in seconds that the groups of `*` request. */
  readonly crawl_delay: number | null;
  /** Statements about the use of `/` for crawlers that no group names. */
  readonly usage: readonly UsageSummary[];
  /** The number of diagnostics of each code, in alphabetical order of the codes. */
  readonly diagnostics: Readonly<Record<string, number>>;
}

export interface UsageSummary {
  /** The name of the convention, such as `aipref` or `content-signal`. */
  readonly convention: string;
  /** The statement in the convention's own words: `{ "ai-train": "disallow" }`. */
  readonly states: Readonly<Record<string, string>>;
  readonly line: number | null;
}

export function summaryOf(document: RobotsDocument): FileSummary {
  const { octets, encoding, isTruncated, groups, records, diagnostics } = document;
  return {
    is_robots: octets.length > 0 && otherThanRobotsTxt(document) === undefined,
    encoding,
    bytes: octets.length,
    truncated: isTruncated,
    groups: groups.length,
    rules: groups.reduce((sum, { rules }) => sum + rules.length, 0),
    tokens: tokensOf(document),
    sitemaps: records.filter(({ kind }) => kind === 'sitemap').length,
    crawl_delay: crawlDelay(document, '*')?.seconds ?? null,
    usage: usageReport(document, '*', '/').statements.map(({ convention, states, source }) => ({
      convention,
      states,
      line: 'line' in source ? source.line : null,
    })),
    diagnostics: countsOf(diagnostics.map(({ code }) => code)),
  };
}

function tokensOf({ groups }: RobotsDocument): string[] {
  const tokens = new Map<string, string>();
  for (const token of groups.flatMap(({ productTokens }) => productTokens)) {
    const key = token.toLowerCase();
    if (token !== '' && !tokens.has(key)) tokens.set(key, token);
  }
  return [...tokens.values()];
}

function countsOf(codes: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
