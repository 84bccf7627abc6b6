import { answerText } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';

/** Checks the redirects of robots.txt (RFC 9309 §2.3.1.2). */
export const redirects: DoctorCheck = {
  code: 'redirects',
  title: 'robots.txt is served without a redirect',
  problem: 'robots.txt is served through a redirect',
  why: 'Crawlers need not follow more than five redirects, and some follow none. If they give up, the file counts as missing.',
  run({ robots }): CheckFinding {
    const hops = robots.record.evidence?.hops ?? [];
    const details = hops.flatMap(({ url, status, location }) =>
      location === undefined ? [] : [`${status} ${url} → ${location}`],
    );
    if (/redirect|scheme-refused/.test(robots.record.policyRow)) {
      return {
        status: 'fail',
        seen: `The redirects lead nowhere: ${robots.record.policyRow}`,
        details,
        fix: 'Serve the file at /robots.txt itself',
      };
    }
    if (robots.status === undefined)
      return { status: 'skip', seen: `There was no response: ${answerText(robots)}`, details };
    if (details.length === 0) return { status: 'ok', seen: 'No redirect' };
    const count = details.length === 1 ? 'One redirect' : `${details.length} redirects`;
    const host = new URL(robots.finalUrl).host;
    const elsewhere = host === new URL(robots.url).host ? '' : ` to another host, ${host}`;
    return {
      status: 'warn',
      seen: `${count}${elsewhere}`,
      details,
      fix: 'Serve the file at /robots.txt itself',
    };
  },
};
