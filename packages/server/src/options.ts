/** How a service is made. */
import type {
  AddressPolicy,
  Clock,
  Limits,
  PresetName,
  ProxyFor,
  Resolve,
  RobotsClient,
  Store,
  Transport,
} from '@robots-exclusion/client';
import type { Pool } from '@robots-exclusion/client/pool';
import type { Registry } from 'prom-client';
import type { AgentIndex } from 'robots-exclusion/agents';
import type { AssetSource } from './assets/assets.ts';
import type { RateLimit, ServiceLimits } from './limits.ts';
import type { Logger } from './logger.ts';
import type { AuditSource, WatchSource } from './sources.ts';

/** Answers agents: `@robots-exclusion/mcp` makes one. */
export interface AgentDoor {
  /** @param options.client Who sends the request, as the service tells its clients apart. */
  fetch(request: Request, options: { client: string }): Promise<Response>;
  close(): Promise<void>;
}

/** What the service shares with whatever answers agents. */
export interface AgentDoorParts {
  readonly client: RobotsClient;
  readonly pool: Pool;
  readonly addressPolicy: AddressPolicy;
}

/** Options of {@link createService}. Only `userAgent` is needed. */
export interface ServiceOptions {
  /** Sent with every request for a robots.txt. */
  userAgent: string;
  /** Where records are kept. It stays the caller's. {@default a memory store} */
  store?: Store;
  /**
   * A store that machines share, taken instead of `store` with one in memory before it: when it is gone, each instance
   * goes on for itself, and says so in its metrics and its readiness.
   */
  sharedStore?: Store;
  /** Whose reading of HTTP outcomes is followed. {@default 'rfc9309'} */
  preset?: PresetName;
  /** Take the place of the built-in ones of their schemes. */
  transports?: readonly Transport[];
  /** Which addresses may be dialled. {@default { allow: 'public-only' }} */
  addressPolicy?: AddressPolicy;
  /**
   * Whoever sends it from the service's own page, over the loopback interface, may let the service fetch from further
   * loopback origins until it ends. Ignored behind `trustedProxies`. {@default nobody may}
   */
  ownerKey?: string;
  /** How the built-in transports resolve names. {@default as the client does} */
  resolve?: Resolve;
  /** The proxy for `http` and `https`. {@default none} */
  proxy?: ProxyFor;
  /** Limits of a fetch. */
  fetchLimits?: Partial<Omit<Limits, 'maxBytes'>>;
  clock?: Clock;
  /** Hosts that the service answers for, with or without a port. {@default localhost and its addresses} */
  allowHosts?: readonly string[];
  /** Origins whose pages may use the service. {@default none but its own} */
  allowOrigins?: readonly string[];
  limits?: Partial<ServiceLimits>;
  /** Requests of one client address. {@default 200 a second, 1000 at once} */
  rate?: RateLimit | 'unlimited';
  /** Proxies in front that append to `X-Forwarded-For`. {@default 0: the field is not looked at} */
  trustedProxies?: number;
  /** {@default nothing is logged} */
  logger?: Logger;
  /**
   * Makes what answers agents at `/v1/mcp`. It uses the service's client, so both keep one set of records, and the
   * service's threads, so one set of limits holds for both: pass `(parts) => createRobotsMcp(parts)` of
   * `@robots-exclusion/mcp`. {@default there is no such route}
   */
  agentDoor?: (parts: AgentDoorParts) => AgentDoor;
  /** Watches sites by the service's own client; `GET /v1/watch` answers with what it saw. {@default there is no such route} */
  watch?: (client: RobotsClient) => WatchSource;
  /** Logs that `GET /v1/audit` answers for. {@default none} */
  audit?: AuditSource;
  /** Where names of crawlers are looked up, as `registryWith` makes it. {@default the crawlers that this project knows} */
  agents?: AgentIndex;
  /** Served below `/`. {@default the page of the API} */
  assets?: AssetSource | undefined;
  /** The origin of a site beside the service that pages may offer to fetch; recognized by `/healthz`. */
  exampleSite?: string;
  /** Metrics of the process too. {@default false} */
  processMetrics?: boolean;
  /**
   * Where metrics are registered, beside your own; `/metrics` has all of them. The service's are taken out of
   * it when it is closed. {@default a registry of the service's own}
   */
  registry?: Registry;
}
