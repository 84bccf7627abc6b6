/** Serves sites with defects on loopback, and runs the doctor on them in this process. */
import {
  createStage,
  type HttpAnswer,
  type HttpOrigin,
  type HttpScript,
  startHttpOrigin,
} from '@robots-exclusion/testkit';
import type { CheckReport } from '../src/doctor/check.ts';
import { runDoctor } from '../src/doctor/run-doctor.ts';
import type { VisitOptions } from '../src/doctor/visit.ts';

const stage = createStage();

/** A robots.txt with nothing to fix. */
export const ROBOTS = 'User-agent: *\nDisallow: /private/\n';

const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'max-age=3600', etag: '"1"' };

/** A response with correct headers, except for the given ones. */
export function healthy(
  body: string | Uint8Array = ROBOTS,
  headers: Record<string, string> = {},
): HttpAnswer {
  return { headers: { ...TEXT, ...headers }, body };
}

/** Starts a site that {@link closeSites} closes. */
export async function site(script: HttpScript, options: { isTls?: boolean } = {}): Promise<HttpOrigin> {
  return stage.start(startHttpOrigin(script, options));
}

export function closeSites(): Promise<void> {
  return stage.clear();
}

/** Runs all checks on a site; returns the reports by the code of their check. */
export async function examine(
  origin: string,
  options: Partial<VisitOptions> & { totalTimeoutMs?: number } = {},
): Promise<Map<string, CheckReport>> {
  const { checks } = await runDoctor(origin, {
    preset: 'rfc9309',
    store: 'memory',
    userAgent: 'robots-exclusion/test',
    timeout: 60_000,
    totalTimeoutMs: 100_000,
    delayMs: 1,
    signal: new AbortController().signal,
    ...options,
  });
  return new Map(checks.map((report) => [report.check, report]));
}
