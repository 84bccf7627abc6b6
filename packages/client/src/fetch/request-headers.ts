/** The header fields of a request. The same for every origin and every hop, but for the validators of a kept copy. */
import type { GoodCopy } from '../policy/origin-record.ts';
import { validatorsFor } from './conditional.ts';
import { acceptEncoding } from './decode.ts';

/** Why a request is made. */
export interface RequestPurpose {
  userAgent: string;
  /** The copy at hand; left out, the request is unconditional. */
  copy?: GoodCopy | undefined;
  /** The file is to come anew: caches on the way are to ask the origin, and no validator lets it say "as before". */
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
