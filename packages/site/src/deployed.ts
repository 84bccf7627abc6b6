/** Reads the robots.txt that production serves now. */
import type { Body } from 'robots-exclusion';
import type { SiteProblem } from './problem.ts';
import type { Site } from './site.ts';

/**
 * The body of the deployed file. Empty if the site has no robots.txt, because everything is then allowed. Undefined if
 * the configuration does not name a deployed file, or if the file cannot be fetched. A failed fetch is also reported as
 * a problem.
 */
export async function deployedBody({
  deployed,
  ifUnreachable = 'fail',
}: Site): Promise<{ body?: Body; problems: SiteProblem[] }> {
  if (deployed === undefined) return { problems: [] };
  if (typeof deployed !== 'string') return { body: deployed.body, problems: [] };
  const { createClient, proxyFromEnvironment } = await import('@robots-exclusion/client');
  const client = createClient({ userAgent: 'robots-exclusion-site', proxy: proxyFromEnvironment });
  try {
    const { outcome, body, robotsUrl = deployed, policyRow } = await client.robots(deployed);
    if (outcome === 'rules' && body) return { body, problems: [] };
    if (outcome === 'no-rules') return { body: '', problems: [] };
    const message = `Cannot compare with ${robotsUrl}: ${outcome} (${policyRow}); to build without comparing, set "ifUnreachable" to "warn"`;
    return { problems: [{ code: 'deployed-unreachable', message, isWarning: ifUnreachable === 'warn' }] };
  } finally {
    await client.close();
  }
}
