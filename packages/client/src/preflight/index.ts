/**
 * Preflight: what would really happen to a crawler at a page.
 *
 * @module
 */
export type { PageShape, ShapeEvidence } from './classify.ts';
export type { PreflightOutcome } from './compare.ts';
export {
  type PreflightOptions,
  type PreflightProbe,
  type PreflightReport,
  preflight,
} from './preflight.ts';
