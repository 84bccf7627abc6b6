/** What is available to every route. */
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

/** Answers a request of a route with JSON text. */
export type Answer<Wanted> = (request: Wanted, facts: RequestFacts) => Promise<string> | string;

/** The environment of the routes. */
export interface ServiceEnv {
  Bindings: RequestFacts;
}

/** A request in a route. */
export type ServiceContext = Context<ServiceEnv>;

/** Whether `GET /readyz` reports the shutdown, and when it was last requested. */
export interface Ending {
  isAnnounced: boolean;
  /** Milliseconds of a monotonic clock. */
  askedAt: number;
}

/** The parts of a running service. */
export interface Services {
  readonly limits: ServiceLimits;
  readonly shares: Shares;
  readonly client: RobotsClient;
  /** For pages, which the client does not fetch. */
  readonly addressPolicy: AddressPolicy;
  /** Origins allowed since the start; the address policy holds this same list. */
  readonly openedOrigins: string[];
  /** The key with which origins can be allowed. */
  readonly ownerKey: string | undefined;
  /** Checked for availability. */
  readonly probedStore: Store;
  readonly pool: ServicePool;
  readonly answerer: Answerer;
  /** The registry for names of crawlers; undefined for the crawlers that this project knows. */
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
  /** Epoch milliseconds. */
  now(): number;
  readonly ending: Ending;
  /** Aborted when the service is asked to end. */
  readonly closing: AbortSignal;
}
