/** How much is kept of a crawler. */
export interface CrawlerRoom {
  /** Paths that are counted. */
  readonly paths: number;
  readonly days: number;
  /** Addresses that are counted exactly. */
  readonly addresses: number;
  /** Steps of its activity over time. */
  readonly steps: number;
}

/** Crawlers that somebody knows. */
export const KNOWN_ROOM: CrawlerRoom = { paths: 512, days: 400, addresses: 1024, steps: 96 };
/** A hostile log has thousands of others. */
export const UNKNOWN_ROOM: CrawlerRoom = { paths: 10, days: 16, addresses: 16, steps: 32 };
