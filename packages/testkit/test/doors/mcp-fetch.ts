/** Passes the requests of the SDK's client to a server in this process. */
import type { createRobotsMcp } from '@robots-exclusion/mcp';

/**
 * A `fetch` for the client that omits the client's abort signal. All requests of the client share one signal, and each
 * `Request` would add a listener to it until the `Request` is garbage-collected.
 */
export function mcpFetch(mcp: Pick<ReturnType<typeof createRobotsMcp>, 'fetch'>) {
  return (url: string | URL, { signal: _, ...init }: RequestInit = {}): Promise<Response> =>
    mcp.fetch(new Request(url, init));
}
