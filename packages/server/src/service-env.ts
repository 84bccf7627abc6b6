/** What every route has at hand. */
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

/** What `GET /readyz` says of the end, and when it last said anything. */
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
  /** Let through since the start; the address policy holds this same list. */
  readonly openedOrigins: string[];
  /** Whoever has it may let origins through. */
  readonly ownerKey: string | undefined;
  /** Asked whether it is there. */
  readonly probedStore: Store;
  readonly pool: ServicePool;
  readonly answerer: Answerer;
  /** Where names of crawlers are looked up; undefined for the crawlers that this project knows. */
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
  /** Of a site that pages may offer to fetch. */
  readonly exampleSite: string | undefined;
  /** Epoch milliseconds. */
  now(): number;
  readonly ending: Ending;
  /** Aborted when it has been asked to end. */
  readonly closing: AbortSignal;
}
