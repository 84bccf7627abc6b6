/**
 * Gives agents access to robots.txt verdicts over the Model Context Protocol.
 *
 * @module
 */
export type { McpLimits, RobotsMcpOptions } from './options.ts';
export { createRobotsMcp, type RobotsMcp } from './robots-mcp.ts';
