/** The options of a service. */
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

/** Handles MCP requests: `@robots-exclusion/mcp` makes one. */
export interface AgentDoor {
  /** @param options.client The client that sends the request, as the service distinguishes clients. */
  fetch(request: Request, options: { client: string }): Promise<Response>;
  close(): Promise<void>;
}

/** What the service shares with the MCP handler. */
export interface AgentDoorParts {
  readonly client: RobotsClient;
  readonly pool: Pool;
  readonly addressPolicy: AddressPolicy;
}

/** Options of {@link createService}. Only `userAgent` is required. */
export interface ServiceOptions {
  /** Sent with every request for a robots.txt. */
  userAgent: string;
  /** The store for records. The caller owns it. {@default a memory store} */
  store?: Store;
  /**
   * A store that several machines share, used instead of `store`, with one in memory in front of it: if it fails,
   * each instance continues alone, and reports that in its metrics and its readiness.
   */
  sharedStore?: Store;
  /** Which policy maps HTTP outcomes to decisions. {@default 'rfc9309'} */
  preset?: PresetName;
  /** Replace the built-in transports for their schemes. */
  transports?: readonly Transport[];
  /** Which addresses may be connected to. {@default { allow: 'public-only' }} */
  addressPolicy?: AddressPolicy;
  /**
   * A key: whoever sends it from the service's own page, over the loopback interface, may allow the service to fetch
   * from further loopback origins until it ends. Ignored behind `trustedProxies`. {@default no key}
   */
  ownerKey?: string;
  /** How the built-in transports resolve names. {@default the client's default} */
  resolve?: Resolve;
  /** The proxy for `http` and `https`. {@default none} */
  proxy?: ProxyFor;
  /** Limits of a fetch. */
  fetchLimits?: Partial<Omit<Limits, 'maxBytes'>>;
  clock?: Clock;
  /** Hosts that the service answers for, with or without a port. {@default localhost and its addresses} */
  allowHosts?: readonly string[];
  /** Origins whose pages may use the service. {@default only its own} */
  allowOrigins?: readonly string[];
  limits?: Partial<ServiceLimits>;
  /** Requests per client address. {@default 200 per second, 1000 at once} */
  rate?: RateLimit | 'unlimited';
  /** Number of proxies in front that append to `X-Forwarded-For`. {@default 0: the field is ignored} */
  trustedProxies?: number;
  /** {@default no logging} */
  logger?: Logger;
  /**
   * Makes the MCP handler for `/v1/mcp`. It uses the service's client and threads, so records and limits are shared:
   * pass `(parts) => createRobotsMcp(parts)` of `@robots-exclusion/mcp`. {@default no such route}
   */
  agentDoor?: (parts: AgentDoorParts) => AgentDoor;
  /** Watches sites with the service's own client; `GET /v1/watch` returns the events. {@default no such route} */
  watch?: (client: RobotsClient) => WatchSource;
  /** Logs that `GET /v1/audit` answers for. {@default none} */
  audit?: AuditSource;
  /** The registry for names of crawlers, made by `registryWith`. {@default the crawlers that this project knows} */
  agents?: AgentIndex;
  /** Files served below `/`. {@default the page of the API} */
  assets?: AssetSource | undefined;
  /** The origin of a site beside the service that pages may offer to fetch; recognized by `/healthz`. */
  exampleSite?: string;
  /** Include metrics of the process. {@default false} */
  processMetrics?: boolean;
  /**
   * An additional registry for the metrics; `/metrics` returns all of it. The service's metrics are removed from it
   * on close. {@default a registry of the service's own}
   */
  registry?: Registry;
}
