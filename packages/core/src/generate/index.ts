/**
 * Generates a robots.txt from a configuration and serves it.
 *
 * @module
 */

export {
  type FastifyReply,
  fastifyPages,
  fastifyRoute,
  type HonoContext,
  honoPages,
  type NodeRequest,
  type NodeResponse,
  nodeMiddleware,
  nodePages,
  type WebRequest,
  type WebResponse,
  type WebResponseConstructor,
  webHandler,
  webPages,
} from './adapters.ts';
export { type Admission, type AdmitOptions, admitCrawlers } from './admit.ts';
export type { GroupConfig, RecordConfig, RobotsConfig, RuleConfig } from './config.ts';
export { generate } from './generate.ts';
export { type PageHeaders, pageHeaders } from './page-headers.ts';
export {
  allowEverybody,
  blockPurposes,
  closeToEverybody,
  type PurposeBlock,
  type PurposedAgent,
  purposeBlock,
} from './presets.ts';
export { type RobotsRequest, type RobotsResponse, robotsHandler } from './serve.ts';
export type { ServeOptions } from './served-files.ts';
