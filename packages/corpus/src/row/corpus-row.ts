/**
 * The row of a capture: what one stored answer for a robots.txt says. The same names and types in NDJSON, CSV, Parquet
 * and SQL; `spec/schema/corpus-row.json` describes it for other languages.
 */
import type { OtherContent } from 'robots-exclusion';

/** Version of the row. A column is added with a new minor version; one that changes or goes, with a new major one. */
export const ROW_VERSION = '2.0';

/** How much of a site is open to a crawler: everything, some of it, or nothing but `/robots.txt` itself. */
export type Allows = 'all' | 'some' | 'none';

/** What an answer means; `unknown` where the archives do not hold what it leads to. */
export type RowOutcome = 'rules' | 'no-rules' | 'unreachable' | 'unknown';

/** Whose group binds a crawler: one that names it, one that names a token it falls back to, that of `*`, or none. */
export type DecidedBy = 'own group' | 'fallback' | '*' | 'none';

/** What a body is: a robots.txt, or what else. */
export type ContentKind = 'robots' | 'empty' | OtherContent;

/** What a robots.txt leaves to one crawler. */
export interface CrawlerColumns {
  /** `null` where the outcome is unknown. */
  readonly allows: Allows | null;
  /** The group that `allows` rests on; `none` also where the outcome alone decides, `null` where it is unknown. */
  readonly decided_by: DecidedBy | null;
  /** The verdict on each target that was asked about, by the target as written; `null` where the outcome is unknown. */
  readonly targets: Readonly<Record<string, boolean | null>>;
}

/** A statement about use, in the file or in the header of its response. */
export interface UsageEntry {
  /** Such as `aipref`, `content-signal` or `license`. */
  readonly convention: string;
  /** In the convention's own words: `{ "ai-train": "disallow" }`. */
  readonly states: Readonly<Record<string, string>>;
  /** The line of robots.txt, counted from 1; `null` for a statement in a header. */
  readonly line: number | null;
  /** The header field; `null` for a statement in robots.txt. */
  readonly header: string | null;
}

/** A row. Plain JSON data; columns that cannot be known are `null`. */
export interface CorpusRow {
  /** As the archive states it. */
  readonly url: string;
  /** `scheme://host:port`, the default port left out; `null` for a URL without an authority. */
  readonly origin: string | null;
  /** ISO 8601 in UTC with milliseconds; `null` where the record has no valid date. */
  readonly fetched_at: string | null;
  /** The HTTP status; `null` where no status line was stored. */
  readonly status: number | null;
  /** The absolute URL that a redirect leads to. */
  readonly redirect_target: string | null;
  /** The URL whose answer counts: `url`, or the one that its redirects lead to. */
  readonly final_url: string;
  /** Redirects from `url` to `final_url`. */
  readonly hops: number;
  /**
   * What the answer means under the preset (RFC 9309 §2.3.1), if it is all that is known of the origin. `unknown` for a
   * redirect whose target is not among the archives, and for a revisit whose original is not in reach.
   */
  readonly outcome: RowOutcome;
  /** The row of the preset's table that decided, such as `commoncrawl/4xx`; `null` where the outcome is unknown. */
  readonly policy_row: string | null;
  /** The field as received. */
  readonly content_type: string | null;
  /** Octets of the body, its codings taken off, as far as it was stored and read. */
  readonly bytes: number | null;
  /** SHA-256 of these octets, hexadecimal. */
  readonly sha256: string | null;
  /** The archive cut the body, or it is longer than the limit. */
  readonly truncated: boolean;
  /** The body is a robots.txt as far as can be determined; `null` without a body. */
  readonly is_robots: boolean | null;
  /** What the body is; `null` without one. */
  readonly content: ContentKind | null;
  /** How its octets were written: `utf-8`, `utf-16le` or `utf-16be`; `null` without a body. */
  readonly encoding: string | null;
  /** Groups of the file, not merged. This and what follows is `null`, or empty, unless the outcome is `rules`. */
  readonly groups: number | null;
  /** Allow and disallow records, also those that match nothing. */
  readonly rules: number | null;
  /** Sitemap records. */
  readonly sitemaps: number | null;
  /** Seconds that the groups of `*` ask for. */
  readonly crawl_delay: number | null;
  /** Product tokens that groups of the file name, each once, as first written; `*` is not among them. */
  readonly agents_named: readonly string[];
  /** What file and header state about the use of `/` for crawlers that no group names. */
  readonly usage: readonly UsageEntry[];
  /** How often each diagnostic occurs, by its code. */
  readonly diagnostics: Readonly<Record<string, number>>;
  /** By product token, as it was asked for. */
  readonly crawlers: Readonly<Record<string, CrawlerColumns>>;
  /** The file as text; on request. */
  readonly robots: string | null;
  /** Fields of the HTTP response; on request. */
  readonly http: Readonly<Record<string, string>>;
  /** The name of the archive; `null` where none was given. */
  readonly warc: string | null;
  /** Where the record, or the compressed member that holds it, begins in the archive: octets from its start. */
  readonly warc_offset: number;
}

/** The name of a column. */
export type ColumnName = keyof CorpusRow;
