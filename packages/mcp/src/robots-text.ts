/** A robots.txt that a caller hands in. */
import { z } from 'zod';
import type { Call } from './services.ts';
import { ToolError } from './tool-error.ts';

export const robotsText = z.string();

/** @throws {ToolError} If it is longer than the limit: a cut file would be answered about as if it were whole. */
export function withinLimit(robots: string, { services }: Pick<Call, 'services'>): string {
  const { maxRobotsBytes } = services.limits;
  if (Buffer.byteLength(robots) <= maxRobotsBytes) return robots;
  throw new ToolError(`The robots.txt is too long: expected at most ${maxRobotsBytes} octets`);
}
