/**
 * Serves agents over standard input and output.
 *
 * @module
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { RobotsMcp } from './robots-mcp.ts';

/**
 * Serves one agent over this process's standard input and output. Returns immediately; the server stops when the input
 * ends.
 *
 * @example
 * ```ts no-run=endless
 * import { createRobotsMcp } from '@robots-exclusion/mcp';
 * import { serveOverStdio } from '@robots-exclusion/mcp/stdio';
 *
 * serveOverStdio(createRobotsMcp());
 * ```
 */
export function serveOverStdio(mcp: RobotsMcp): { close(): Promise<void> } {
  return serveStdio(() => mcp.createServer());
}
