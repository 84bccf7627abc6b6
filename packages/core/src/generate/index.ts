/**
 * Writing a robots.txt from a configuration, and serving it.
 *
 * @module
 */
export {
  type FastifyReply,
  fastifyRoute,
  type NodeRequest,
  type NodeResponse,
  nodeMiddleware,
  type WebRequest,
  type WebResponseConstructor,
  webHandler,
} from './adapters.ts';
export type { GroupConfig, RecordConfig, RobotsConfig, RuleConfig } from './config.ts';
export { generate } from './generate.ts';
export { allowEverybody, blockPurposes, closeToEverybody, type PurposedAgent } from './presets.ts';
export { type RobotsRequest, type RobotsResponse, robotsHandler, type ServeOptions } from './serve.ts';
