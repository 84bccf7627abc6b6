/**
 * The row of a capture: the contents of one stored response for a robots.txt. Names and types are the same in NDJSON,
 * CSV, Parquet and SQL. `spec/schema/corpus-row.json` describes the row for other languages.
 */
import type { OtherContent } from 'robots-exclusion';

/** Version of the row. A new column raises the minor version; a changed or removed column raises the major version. */
export const ROW_VERSION = '2.0';

/** How much of a site a crawler may fetch: everything, some of it, or nothing except `/robots.txt` itself. */
export type Allows = 'all' | 'some' | 'none';

/**
 * The meaning of a response; `unknown` if the archives do not contain what determines it, such as the target of a
 * redirect.
 */
export type RowOutcome = 'rules' | 'no-rules' | 'unreachable' | 'unknown';

/**
 * The group that applies to a crawler: one that names the crawler, one that names a fallback token, the `*` group, or
 * none.
 */
export type DecidedBy = 'own group' | 'fallback' | '*' | 'none';

/** What a body is: a robots.txt, empty, or other content. */
export type ContentKind = 'robots' | 'empty' | OtherContent;

/** What a robots.txt allows one crawler. */
export interface CrawlerColumns {
  /** How much the crawler may fetch; `null` if the outcome is unknown. */
  readonly allows: Allows | null;
  /**
   * The group that `allows` is based on; `none` if no group applies or the outcome alone decides, `null` if the outcome
   * is unknown.
   */
  readonly decided_by: DecidedBy | null;
  /** The verdict for each requested target, keyed by the target as requested; `null` if the outcome is unknown. */
  readonly targets: Readonly<Record<string, boolean | null>>;
}

/** A statement about use, in the file or in a response header field. */
export interface UsageEntry {
  /** The convention, such as `aipref`, `content-signal` or `license`. */
  readonly convention: string;
  /** The statement in the convention's own terms, such as `{ "ai-train": "disallow" }`. */
  readonly states: Readonly<Record<string, string>>;
  /** The statement's line in robots.txt, counted from 1; `null` for a statement in a header field. */
  readonly line: number | null;
  /** The header field; `null` for a statement in robots.txt. */
  readonly header: string | null;
}

/** A row, as plain JSON data. A column whose value is unknown is `null`. */
export interface CorpusRow {
  /** The URL as stated in the archive. */
  readonly url: string;
  /** `scheme://host:port`, where a default port is omitted; `null` for a URL without an authority. */
  readonly origin: string | null;
  /** The capture time in ISO 8601, UTC, with milliseconds; `null` if the record has no valid date. */
  readonly fetched_at: string | null;
  /** The HTTP status; `null` if no status line was stored. */
  readonly status: number | null;
  /** The absolute URL that a redirect leads to. */
  readonly redirect_target: string | null;
  /** The URL whose response counts: `url`, or the end of its redirects. */
  readonly final_url: string;
  /** The number of redirects from `url` to `final_url`. */
  readonly hops: number;
  /**
   * The meaning of the response under the preset (RFC 9309 §2.3.1), if nothing else is known about the origin.
   * `unknown` for a redirect whose target is not in the archives, and for a revisit whose original is unavailable.
   */
  readonly outcome: RowOutcome;
  /**
   * The row of the preset's table that decided, such as `commoncrawl/4xx`. For an unknown outcome, why the response is
   * not read, such as `archiver/truncated` or `here/coding-dcz`; `null` if the deciding capture is not in the archives.
   */
  readonly policy_row: string | null;
  /** The header field as received. */
  readonly content_type: string | null;
  /** The length in octets of the decoded body, as far as it was stored and read. */
  readonly bytes: number | null;
  /** The SHA-256 hash of the octets that `bytes` counts, in hexadecimal. */
  readonly sha256: string | null;
  /** Whether the archive truncated the body or the body exceeds the limit. */
  readonly truncated: boolean;
  /** Whether the body is a robots.txt, as far as can be determined; `null` without a body. */
  readonly is_robots: boolean | null;
  /** What the body is; `null` without a body. */
  readonly content: ContentKind | null;
  /** The encoding of the body: `utf-8`, `utf-16le` or `utf-16be`; `null` without a body. */
  readonly encoding: string | null;
  /**
   * The number of groups in the file, not merged. This and the following columns are `null`, or empty, unless the
   * outcome is `rules`.
   */
  readonly groups: number | null;
  /** The number of allow and disallow records, including those that match nothing. */
  readonly rules: number | null;
  /** The number of sitemap records. */
  readonly sitemaps: number | null;
  /** The crawl delay in seconds that the `*` groups request. */
  readonly crawl_delay: number | null;
  /** Product tokens that the groups name, as first written, without duplicates and without `*`. */
  readonly agents_named: readonly string[];
  /** What the file and the response header state about the use of `/`, for crawlers that no group names. */
  readonly usage: readonly UsageEntry[];
  /** The number of occurrences of each diagnostic, by code. */
  readonly diagnostics: Readonly<Record<string, number>>;
  /** What the file allows each crawler, keyed by product token as requested. */
  readonly crawlers: Readonly<Record<string, CrawlerColumns>>;
  /** The file as text; only on request. */
  readonly robots: string | null;
  /** The fields of the HTTP response; only on request. */
  readonly http: Readonly<Record<string, string>>;
  /** The name of the archive; `null` if none was given. */
  readonly warc: string | null;
  /** The offset in the archive, in octets, of the record or of the compressed member that contains it. */
  readonly warc_offset: number;
}

/** The name of a column. */
export type ColumnName = keyof CorpusRow;
