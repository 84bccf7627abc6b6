/**
 * Preflight, which predicts what would really happen to a crawler on a page.
 *
 * @module
 */

export { type Classified, type PageShape, type ReadAnswer, type ShapeEvidence, shapeOf } from './classify.ts';
export type { Checked, CheckOutcome, PreflightOutcome } from './compare.ts';
export { type InPlace, inPlaceOf, inPlaceOfRecord } from './in-place.ts';
export { metaOf, type ReadPage } from './page-facts.ts';
export {
  type PreflightOptions,
  type PreflightProbe,
  type PreflightReport,
  preflight,
} from './preflight.ts';
export { readHtml } from './read-html.ts';
export { type BlockedAssets, blockedAssets, type PreflightUsage } from './stated.ts';
export { type PreflightState, withStates } from './states.ts';
export { type PageAsset, styleAssets } from './style-assets.ts';
export { type PreflightSource, silenceOf } from './well-known.ts';
