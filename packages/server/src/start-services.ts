import { readFileSync } from 'node:fs';
import {
  createClient,
  createMemoryStore,
  createTieredStore,
  type StoreOperation,
  type TieredStore,
} from '@robots-exclusion/client';
import type { Shares } from './access/shares.ts';
import { createRecentRecords } from './check/recent-records.ts';
import type { ServiceLimits } from './limits.ts';
import { type Logger, silentLogger } from './logger.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { ServiceOptions } from './options.ts';
import { createAnswerer } from './pool/answerer.ts';
import { createServicePool } from './pool/pool.ts';
import type { Ending, Services } from './service-env.ts';
import { createSitemapFetcher } from './sitemaps/sitemap-fetcher.ts';

/** Reports a failure. */
type StoreFailureLog = (error: unknown, operation: string) => void;

const QUIET_MS = 1000;

export function createStoreFailureLog(
  logger: Logger,
  now: () => number = performance.now.bind(performance),
): StoreFailureLog {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let failures = 0;
  return (error, operation) => {
    failures += 1;
    if (now() < quietUntil) return;
    logger.warn({ operation, failures, err: error }, 'the store failed; continued without it');
    quietUntil = now() + QUIET_MS;
    failures = 0;
  };
}

export function startServices(
  options: ServiceOptions,
  limits: ServiceLimits,
  { closing, ending, shares }: { closing: AbortSignal; ending: Ending; shares: Shares },
): Services {
  const { clock, logger = silentLogger, processMetrics = false } = options;
  const pool = createServicePool(limits, {
    onEnd: (task, end, durationMs) => metrics.taskEnded(task, end, durationMs),
    onSpent: shares.cpu.spend,
  });
  const metrics = createMetrics({
    tasksWaiting: pool.waiting,
    shares,
    withProcess: processMetrics,
    registry: options.registry,
    tiers: () => tiered?.counts(),
  });
  const logFailure = createStoreFailureLog(logger);
  const onStoreFailure = (error: unknown, operation: StoreOperation): void => {
    metrics.storeFailed(operation);
    logFailure(error, operation);
  };
  const tiered = tieredOf(options, onStoreFailure);
  const store = tiered ?? options.store ?? createMemoryStore();
  const { allow = 'public-only', alsoOrigins = [] } = options.addressPolicy ?? {};
  const openedOrigins = [...alsoOrigins];
  const addressPolicy = { ...options.addressPolicy, allow, alsoOrigins: openedOrigins };
  const client = createClient({
    userAgent: options.userAgent,
    // Every query names its crawler, and the User-Agent need not contain that name.
    productTokens: '*',
    store,
    ...(options.preset && { preset: options.preset }),
    ...(options.transports && { transports: options.transports }),
    ...(options.resolve && { resolve: options.resolve }),
    ...(options.proxy && { proxy: options.proxy }),
    ...(clock && { clock }),
    limits: { ...options.fetchLimits, maxBytes: limits.maxRobotsBytes },
    addressPolicy,
    onEvent(event) {
      metrics.clientEvent(event);
      if (event.type === 'store-error') onStoreFailure(event.error, event.operation);
    },
  });
  const now = (): number => clock?.now() ?? Date.now();
  return {
    limits,
    shares,
    client,
    addressPolicy,
    openedOrigins,
    ownerKey: options.trustedProxies ? undefined : options.ownerKey,
    probedStore: options.sharedStore ?? store,
    pool,
    answerer: createAnswerer(pool, limits.maxAnswerBytes),
    registry: options.agents,
    recentRecords: createRecentRecords(now),
    agentDoor: options.agentDoor?.({ client, pool: pool.shared, addressPolicy }),
    watch: options.watch?.(client),
    audit: options.audit,
    sitemap: createSitemapFetcher(options, {
      client,
      pool,
      addressPolicy,
      maxAnswerBytes: limits.maxAnswerBytes,
    }),
    metrics,
    logger,
    assets: options.assets,
    version: packageVersion(),
    exampleSite: options.exampleSite,
    now,
    ending,
    closing,
  };
}

function tieredOf(
  { sharedStore, clock }: ServiceOptions,
  onLowerFailure: (error: unknown, operation: StoreOperation) => void,
): TieredStore | undefined {
  if (sharedStore === undefined) return undefined;
  const upper = createMemoryStore();
  return createTieredStore({ upper, lower: sharedStore, onLowerFailure, ...(clock && { clock }) });
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}
