import { answerText } from '../ask.ts';
import { type DoctorCheck, fails, holds, notLookedAt } from '../check.ts';

const FIX = 'Serve the file at /robots.txt itself';

/** Checks the redirects of robots.txt (RFC 9309 §2.3.1.2). */
export const redirects: DoctorCheck = {
  code: 'redirects',
  title: 'The request for robots.txt is not redirected',
  problem: 'The request for robots.txt is redirected',
  why: 'Crawlers need not follow more than five redirects, and some follow none. If they give up, the file counts as missing.',
  run({ robots }) {
    const hops = robots.record.evidence?.hops ?? [];
    const details = hops.flatMap(({ url, status, location }) =>
      location === undefined ? [] : [`${status} ${url} → ${location}`],
    );
    if (/redirect|scheme-refused/.test(robots.record.policyRow)) {
      return fails('error', `The redirects lead nowhere: ${robots.record.policyRow}`, FIX, details);
    }
    if (robots.status === undefined)
      return notLookedAt(`There was no response: ${answerText(robots)}`, details);
    if (details.length === 0) return holds('No redirect');
    const count = details.length === 1 ? 'One redirect' : `${details.length} redirects`;
    const host = new URL(robots.finalUrl).host;
    const elsewhere = host === new URL(robots.url).host ? '' : ` to another host, ${host}`;
    return fails('warning', `${count}${elsewhere}`, FIX, details);
  },
};
