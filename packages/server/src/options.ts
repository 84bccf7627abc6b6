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

/** Handles MCP requests; `@robots-exclusion/mcp` creates such a handler. */
export interface AgentDoor {
  /** @param options.client The name by which the service identifies the client that sent the request. */
  fetch(request: Request, options: { client: string }): Promise<Response>;
  close(): Promise<void>;
}

/** The parts of the service that the MCP handler shares. */
export interface AgentDoorParts {
  readonly client: RobotsClient;
  readonly pool: Pool;
  readonly addressPolicy: AddressPolicy;
}

/** Options of {@link createService}. Only `userAgent` is required. */
export interface ServiceOptions {
  /** The User-Agent of every request for a robots.txt. */
  userAgent: string;
  /** The store for records. The caller owns it. {@default a memory store} */
  store?: Store;
  /**
   * A store that several machines share. It replaces `store`, with a small memory store in front of it. If the shared
   * store fails, each instance continues alone and reports the failure in its metrics and in `GET /readyz`.
   */
  sharedStore?: Store;
  /** The policy that maps HTTP outcomes to decisions. {@default 'rfc9309'} */
  preset?: PresetName;
  /** Transports that replace the built-in ones for their schemes. */
  transports?: readonly Transport[];
  /** The addresses to which the service may connect. {@default { allow: 'public-only' }} */
  addressPolicy?: AddressPolicy;
  /**
   * The key for allowing loopback origins while the service runs. A user of the service's own page who has this key and
   * connects over the loopback interface may allow the service to fetch from such origins until it ends. Ignored if
   * `trustedProxies` is set. {@default no key}
   */
  ownerKey?: string;
  /** How the built-in transports resolve names. {@default the client's default} */
  resolve?: Resolve;
  /** The proxy for `http` and `https`. {@default none} */
  proxy?: ProxyFor;
  /** Limits on a fetch. */
  fetchLimits?: Partial<Omit<Limits, 'maxBytes'>>;
  clock?: Clock;
  /**
   * Host names under which the service accepts requests, with or without a port. {@default localhost and its addresses}
   */
  allowHosts?: readonly string[];
  /** Origins whose pages may use the service. {@default only the service's own origin} */
  allowOrigins?: readonly string[];
  limits?: Partial<ServiceLimits>;
  /** The rate of requests per client address. {@default 200 per second, 1000 at once} */
  rate?: RateLimit | 'unlimited';
  /** Number of proxies in front of the service that append to `X-Forwarded-For`. {@default 0: the field is ignored} */
  trustedProxies?: number;
  /** The logger. {@default no logging} */
  logger?: Logger;
  /**
   * Creates the MCP handler for `/v1/mcp`. The handler uses the service's client and threads, so it shares the
   * service's records and limits. Pass `(parts) => createRobotsMcp(parts)` from `@robots-exclusion/mcp`. {@default no
   * such route}
   */
  agentDoor?: (parts: AgentDoorParts) => AgentDoor;
  /** Watches sites with the service's own client; `GET /v1/watch` returns the events. {@default no such route} */
  watch?: (client: RobotsClient) => WatchSource;
  /** The logs for `GET /v1/audit`. {@default none} */
  audit?: AuditSource;
  /** The registry of crawler names, created by `registryWith`. {@default the crawlers that this project knows} */
  agents?: AgentIndex;
  /** Files served below `/`. {@default the page of the API} */
  assets?: AssetSource | undefined;
  /** The origin of an example site that runs with the service. `/healthz` names it, and pages may offer to fetch it. */
  exampleSite?: string;
  /** Whether to include metrics of the process. {@default false} */
  processMetrics?: boolean;
  /**
   * A registry to which the service adds its metrics. `/metrics` returns all metrics in this registry. On close, the
   * service removes its own metrics from the registry. {@default a separate registry for the service}
   */
  registry?: Registry;
}
