export type { CheckManyOptions, CheckResult } from './check-many.ts';
export type { BeforeFetch, CheckMode, CheckOptions, ReserveOptions } from './check-options.ts';
export { createClient, type RobotsClient } from './client.ts';
export type { ClientOptions } from './client-options.ts';
export { type Clock, systemClock } from './clock.ts';
export type {
  CheckVerdict,
  Decision,
  DecisionFacts,
  DeferDecision,
  FetchDecision,
  SkipDecision,
} from './decision.ts';
export type { ClientEvent, EventListener, FetchReason, StoreOperation } from './events.ts';
export type { CopyEvidence, Evidence } from './evidence.ts';
export type { Limits } from './fetch/limits.ts';
export type { RequestToSign, SignatureHeaders, SignRequest } from './fetch/sign.ts';
export {
  type AnyRequestToSign,
  type PublishedKey,
  publishedKey,
  type WebBotAuthOptions,
  webBotAuth,
} from './fetch/web-bot-auth.ts';
export { askedUrl } from './guard/asked-url.ts';
export { type Guard, type GuardOptions, guard } from './guard/guard.ts';
export { GuardError, type GuardErrorCode } from './guard/guard-error.ts';
export { createGuardedDispatcher } from './guard/guarded-dispatcher.ts';
export { type GuardedFetchOptions, guardedFetch } from './guard/guarded-fetch.ts';
export { type Location, locate } from './locate.ts';
export { type KeptDelay, keptDelay, type NextStep, nextStep, type StepFacts } from './next-step.ts';
export type { Lifetimes } from './policy/lifetime.ts';
export type { Hop } from './policy/origin-record.ts';
export type { Outcome, Refusal } from './policy/outcome.ts';
export type { OutcomeRows, RowMeaning, RowName } from './policy/outcome-table.ts';
export {
  type Preset,
  type PresetName,
  type ProgramPresetName,
  presets,
  type UnreachableStep,
} from './policy/presets.ts';
export type { Reservation } from './politeness/reserve.ts';
export { isPurged, purgeRecord } from './record/purge.ts';
export type { RobotsRecord } from './robots-record.ts';
export { transportOf } from './settings-of.ts';
export { createKeyvStore, type KeyvLike, type KeyvStoreOptions } from './store/keyv.ts';
export { createLmdbStore, type LmdbStoreOptions } from './store/lmdb.ts';
export { findLmdbDamage } from './store/lmdb-check.ts';
export {
  type ClosableLmdbRoot,
  type CloseLmdbOptions,
  closeLmdb,
  type LmdbDatabase,
  type LmdbDatabaseOptions,
  type LmdbEntry,
  type LmdbRoot,
} from './store/lmdb-root.ts';
export { acquireLock, type Lock, type LockOptions } from './store/lock.ts';
export { createMemoryStore, type MemoryStoreOptions } from './store/memory.ts';
export { createRedisStore, type RedisStoreOptions } from './store/redis.ts';
export type { RedisClient, RedisClusterClient } from './store/redis-scripts.ts';
export type { RedisSubscriber } from './store/redis-watch.ts';
export type { Reserved, ReserveRequest } from './store/reservation.ts';
export {
  type Store,
  type StoredValue,
  StoreError,
  type StoreErrorCode,
  type StoreSetOptions,
} from './store/store.ts';
export {
  createTieredStore,
  type TieredOperation,
  type TieredStore,
  type TieredStoreCounts,
  type TieredStoreOptions,
} from './store/tiered.ts';
export {
  openTelemetry,
  type TelemetryApi,
  type TelemetryAttributes,
  type TelemetryMeter,
  type TelemetryOptions,
  type TelemetrySpan,
  type TelemetryTracer,
  tracedTransport,
} from './telemetry/open-telemetry.ts';
export { isPublicAddress } from './transport/address-policy.ts';
export { createFtpTransport, type FtpTransportOptions } from './transport/ftp.ts';
export type { BasicFtp, BasicFtpClient, BasicFtpContext, FtpReply } from './transport/ftp-control.ts';
export {
  createGeminiTransport,
  type GeminiCertificate,
  type GeminiTransportOptions,
} from './transport/gemini.ts';
export {
  type GeminiVirtualAgent,
  geminiVirtualAgents,
  type KnownCertificate,
  type KnownCertificates,
  trustOnFirstUse,
} from './transport/gemini-agents.ts';
export { createHttpTransport, type HttpTransportOptions } from './transport/http.ts';
export { type ProxyFor, proxyFromEnvironment } from './transport/proxy-environment.ts';
export { createResolver, type Resolve, type ResolverOptions } from './transport/resolver.ts';
export type {
  AddressPolicy,
  Transport,
  TransportError,
  TransportErrorCode,
  TransportRequest,
  TransportResponse,
} from './transport/transport.ts';
