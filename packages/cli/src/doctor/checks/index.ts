/** All checks, in the order in which they are reported. */
import type { DoctorCheck } from '../check.ts';
import { answerTime } from './answer-time.ts';
import { assets } from './blocked-assets.ts';
import { cacheHeaders } from './cache-headers.ts';
import { compression } from './compression.ts';
import { drift } from './drift.ts';
import { encoding } from './encoding.ts';
import { lintSummary } from './lint-summary.ts';
import { mediaType } from './media-type.ts';
import { pageForCrawler } from './page-for-crawler.ts';
import { reachable } from './reachable.ts';
import { redirects } from './redirects.ts';
import { sameForCrawler } from './same-for-crawler.ts';
import { sameOnVariants } from './same-on-variants.ts';
import { sitemapsReachable } from './sitemaps-reachable.ts';
import { size } from './size.ts';
import { softNotFound } from './soft-not-found.ts';
import { usageHeaders } from './usage-headers.ts';
import { xRobotsTag } from './x-robots-tag.ts';

export const checks: readonly DoctorCheck[] = Object.freeze([
  reachable,
  answerTime,
  redirects,
  mediaType,
  encoding,
  compression,
  size,
  cacheHeaders,
  softNotFound,
  sameOnVariants,
  sameForCrawler,
  pageForCrawler,
  drift,
  lintSummary,
  sitemapsReachable,
  assets,
  xRobotsTag,
  usageHeaders,
]);
