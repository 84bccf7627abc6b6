/** Sources that the operator of a service provides: watched sites, and access logs. */

/** Watched sites and their stored events. */
export interface WatchSource {
  readonly origins: readonly string[];
  /** The events, latest first, as plain data in the form of `robots watch --format ndjson`. */
  events(limit: number): Promise<readonly object[]>;
  /** The events as an Atom feed. */
  feed(): Promise<string>;
  close(): Promise<void>;
}

/** Access logs that can be audited at any time. */
export interface AuditSource {
  /** The report as JSON text, in the form of `robots audit --format json`. It may be slightly out of date. */
  report(signal: AbortSignal): Promise<string>;
  /** The judged requests as NDJSON, yielded in whole lines while the logs are read. */
  hits(signal: AbortSignal): AsyncIterable<string>;
  close(): Promise<void>;
}
