/**
 * The header fields of a request, which are the same for every origin and hop, except for the validators of a stored
 * copy.
 */
import type { GoodCopy } from '../policy/origin-record.ts';
import { validatorsFor } from './conditional.ts';
import { acceptEncoding } from './decode.ts';

/** The reason for a request. */
export interface RequestPurpose {
  userAgent: string;
  /** The stored copy; without it, the request is unconditional. */
  copy?: GoodCopy | undefined;
  /** Whether the caller needs a fresh file. If so, intermediate caches must revalidate, and no validators are sent. */
  isReload: boolean;
}

/** The header fields for one hop, without credentials, cookies or a referrer. */
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
