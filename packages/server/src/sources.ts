/** Sources that the operator of a service provides: watched sites, and access logs. */

/** Watched sites, and the stored events. */
export interface WatchSource {
  readonly origins: readonly string[];
  /** Their events, latest first. Plain data, as `robots watch --format ndjson` prints it. */
  events(limit: number): Promise<readonly object[]>;
  /** The same as an Atom feed. */
  feed(): Promise<string>;
  close(): Promise<void>;
}

/** Access logs that can be audited at any time. */
export interface AuditSource {
  /** The report as JSON text, as `robots audit --format json` prints it. It may have been made a short time ago. */
  report(signal: AbortSignal): Promise<string>;
  /** Judged requests as NDJSON, whole lines at a time, while the logs are read. */
  hits(signal: AbortSignal): AsyncIterable<string>;
  close(): Promise<void>;
}
