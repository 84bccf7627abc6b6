/** Requests of the SDK's client to a server in this process. */
import type { createRobotsMcp } from '@robots-exclusion/mcp';

/**
 * A `fetch` of its own for the client, without the client's signal: that is one for all of its requests, and each
 * `Request` would listen to it until it is collected.
 */
export function mcpFetch(mcp: Pick<ReturnType<typeof createRobotsMcp>, 'fetch'>) {
  return (url: string | URL, { signal: _, ...init }: RequestInit = {}): Promise<Response> =>
    mcp.fetch(new Request(url, init));
}
