/**
 * Decisions on robots.txt over HTTP.
 *
 * @module
 */
export type { ConnectionFacts } from './access/connection.ts';
export type { Asset, AssetSource } from './assets/assets.ts';
export { createService, type Service } from './handler.ts';
export type { RateLimit, ServiceLimits } from './limits.ts';
export type { Logger } from './logger.ts';
export type { AgentDoor, AgentDoorParts, ServiceOptions } from './options.ts';
export {
  type Problem,
  type ProblemDetail,
  type ProblemKind,
  type ProblemName,
  problemKinds,
} from './problems.ts';
export type { AuditSource, WatchSource } from './sources.ts';
