/** Requests of the SDK's client to a server in this process. */
import type { createRobotsMcp } from '@robots-exclusion/mcp';

/**
 * A separate `fetch` for the client that omits the client's signal. All of the client's requests share that signal,
 * and each `Request` would listen to it until it is garbage-collected.
 */
export function mcpFetch(mcp: Pick<ReturnType<typeof createRobotsMcp>, 'fetch'>) {
  return (url: string | URL, { signal: _, ...init }: RequestInit = {}): Promise<Response> =>
    mcp.fetch(new Request(url, init));
}
