/** The environment that is available to every route. */
import type { AddressPolicy, RobotsClient, Store } from '@robots-exclusion/client';
import type { Context } from 'hono';
import type { AgentIndex } from 'robots-exclusion/agents';
import type { Shares } from './access/shares.ts';
import type { AssetSource } from './assets/assets.ts';
import type { RecentRecords } from './check/recent-records.ts';
import type { ServiceLimits } from './limits.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { AgentDoor } from './options.ts';
import type { Answerer } from './pool/answerer.ts';
import type { ServicePool } from './pool/pool.ts';
import type { RequestFacts } from './request-facts.ts';
import type { FetchSitemap } from './sitemaps/sitemap-fetcher.ts';
import type { AuditSource, WatchSource } from './sources.ts';

/** Answers a request to a route with JSON text. */
export type Answer<Wanted> = (request: Wanted, facts: RequestFacts) => Promise<string> | string;

export interface ServiceEnv {
  Bindings: RequestFacts;
}

/** A request in a route. */
export type ServiceContext = Context<ServiceEnv>;

/** The state of the shutdown: whether `GET /readyz` reports it, and when `/readyz` was last requested. */
export interface Ending {
  isAnnounced: boolean;
  /** A monotonic clock, in milliseconds. */
  askedAt: number;
}

export interface Services {
  readonly limits: ServiceLimits;
  readonly shares: Shares;
  readonly client: RobotsClient;
  /** The address policy for page requests, which do not go through the client. */
  readonly addressPolicy: AddressPolicy;
  /**
   * Origins that the owner allowed since the service started. The address policy refers to this array, so changes take
   * effect immediately.
   */
  readonly openedOrigins: string[];
  /** The key with which the owner can allow origins. */
  readonly ownerKey: string | undefined;
  /** The store whose availability `/readyz` checks. */
  readonly probedStore: Store;
  readonly pool: ServicePool;
  readonly answerer: Answerer;
  /** The registry of crawler names; undefined means the crawlers that this project knows. */
  readonly registry: AgentIndex | undefined;
  readonly recentRecords: RecentRecords;
  readonly agentDoor: AgentDoor | undefined;
  readonly watch: WatchSource | undefined;
  readonly audit: AuditSource | undefined;
  readonly sitemap: FetchSitemap;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly assets: AssetSource | undefined;
  readonly version: string;
  /** The URL of a site that pages may offer to fetch. */
  readonly exampleSite: string | undefined;
  /** The current time in epoch milliseconds. */
  now(): number;
  readonly ending: Ending;
  /** Aborted when the service begins to shut down. */
  readonly closing: AbortSignal;
}
