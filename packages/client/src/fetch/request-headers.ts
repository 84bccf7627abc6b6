/**
 * The header fields of a request. They are the same for every origin and every hop, except for the validators of a
 * stored copy.
 */
import type { GoodCopy } from '../policy/origin-record.ts';
import { validatorsFor } from './conditional.ts';
import { acceptEncoding } from './decode.ts';

/** Why a request is made. */
export interface RequestPurpose {
  userAgent: string;
  /** The stored copy; without it, the request is unconditional. */
  copy?: GoodCopy | undefined;
  /** The caller needs a fresh file: caches on the way must ask the origin, and no validators are sent. */
  isReload: boolean;
}

/** Header fields for one hop; no credentials, no cookies, no referrer. */
export function requestHeaders(
  url: string,
  { userAgent, copy, isReload }: RequestPurpose,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: 'text/plain, text/*;q=0.9, */*;q=0.1',
    'accept-encoding': acceptEncoding,
    ...(isReload ? { 'cache-control': 'no-cache' } : {}),
    ...(isReload ? {} : validatorsFor(url, copy)),
  };
}
