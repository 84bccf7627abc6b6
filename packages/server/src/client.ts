/** A typed client of the service, from the types of its routes. Runs wherever there is `fetch`. */
import { hc } from 'hono/client';
import type { AppType } from './app.ts';

export type { AppType } from './app.ts';

/** How requests are sent. */
export interface ServiceClientOptions {
  fetch?: typeof globalThis.fetch;
  headers?: Record<string, string>;
}

/**
 * Makes a client.
 *
 * @example
 * ```ts no-run
 * import { createServiceClient } from '@robots-exclusion/server/client';
 *
 * const service = createServiceClient('http://127.0.0.1:9309');
 * const response = await service.v1.evaluate.$post({
 *   json: { robots: 'User-agent: *\nDisallow: /x\n', urls: ['/x'] },
 * });
 * if (response.ok) console.log((await response.json()).results);
 * ```
 */
export function createServiceClient(baseUrl: string, options: ServiceClientOptions = {}) {
  return hc<AppType>(baseUrl, options);
}
