/**
 * Logs store failures at most once per second, with their count. While the store is down, every operation fails.
 */
import type { Logger } from './logger.ts';

/** Reports a failure. */
export type StoreFailureLog = (error: unknown, operation: string) => void;

const QUIET_MS = 1000;

export function createStoreFailureLog(
  logger: Logger,
  now: () => number = performance.now.bind(performance),
): StoreFailureLog {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let failures = 0;
  return (error, operation) => {
    failures += 1;
    if (now() < quietUntil) return;
    logger.warn({ operation, failures, err: error }, 'the store failed; continued without it');
    quietUntil = now() + QUIET_MS;
    failures = 0;
  };
}
