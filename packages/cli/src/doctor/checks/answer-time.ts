import { duration } from '../../output/duration.ts';
import { type DoctorCheck, fails, holds, notLookedAt } from '../check.ts';

/**
 * How long, in milliseconds, an impatient crawler waits for the headers of the final response. This time includes
 * redirects.
 */
const PATIENCE_MS = 5_000;

/** A response that comes too late counts as unreachable (RFC 9309 §2.3.1.4). */
export const answerTime: DoctorCheck = {
  code: 'answer-time',
  title: 'The request for robots.txt is answered quickly',
  problem: 'The request for robots.txt is answered slowly',
  why: 'A crawler that times out treats robots.txt as unreachable, and must treat everything as disallowed. Time limits differ: some crawlers wait half a minute, some a few seconds.',
  run({ robots }) {
    const { evidence } = robots.record;
    if (evidence === undefined || robots.status === undefined) return notLookedAt('There was no response');
    const took = Math.max(0, evidence.endedAt - evidence.startedAt);
    if (took < PATIENCE_MS) return holds(`The response arrived within ${duration(PATIENCE_MS)}`);
    const fix = 'Serve a static file from a cache near the crawlers, not from an application';
    return fails('warning', `The response took ${duration(took)}`, fix);
  },
};
