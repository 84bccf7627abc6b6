/** A robots.txt that was handed in. */
import type { RobotsBody } from './questions.ts';

/** As a request has it: one of the two. */
export interface GivenRobots {
  robots?: string | undefined;
  robotsBase64?: string | undefined;
}

export function robotsBody({ robots = '', robotsBase64 }: GivenRobots, maxBytes: number): RobotsBody {
  return { body: robotsBase64 === undefined ? robots : Buffer.from(robotsBase64, 'base64'), maxBytes };
}
