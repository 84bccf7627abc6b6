export interface CrawlerRoom {
  readonly paths: number;
  readonly days: number;
  /** Number of addresses counted exactly. */
  readonly addresses: number;
  readonly steps: number;
}

/** Limits for crawlers that the registry or robots.txt names. */
export const KNOWN_ROOM: CrawlerRoom = { paths: 512, days: 400, addresses: 1024, steps: 96 };
/** Limits for all other crawlers. A hostile log may name thousands of them. */
export const UNKNOWN_ROOM: CrawlerRoom = { paths: 10, days: 16, addresses: 16, steps: 32 };
