import { answerText } from '../ask.ts';
import { type DoctorCheck, fails, holds, notLookedAt } from '../check.ts';

/** Checks that robots.txt can be fetched (RFC 9309 §2.3.1). */
export const reachable: DoctorCheck = {
  code: 'reachable',
  title: 'robots.txt is served with status 200',
  problem: 'The site does not serve a robots.txt with status 200',
  why: 'After a 4xx response, crawlers treat everything as allowed. After a 5xx response or none, they must treat everything as disallowed: crawling stops, and pages eventually leave the index.',
  run({ robots, inPlace }) {
    const { status, record } = robots;
    const seen = `${robots.url}: ${answerText(robots)}`;
    const { outcome, refusal } = record;
    if (outcome === 'unreachable')
      return fails(
        'error',
        `${seen}; crawlers stay away from the whole site`,
        inPlace?.isFilter ? EXEMPT : fixOf(robots.error?.code ?? ''),
        inPlace && [inPlace.message],
      );
    if (refusal?.by === 'transports') {
      const where = `${robots.url}: it redirects to ${refusal.origin}, where crawlers cannot follow`;
      return fails('error', where, 'Serve the file at /robots.txt itself');
    }
    if (refusal) return notLookedAt(`${robots.url}: not fetched, ${refusal.message}`);
    if (status === 429)
      return fails(
        'error',
        `${seen}; under RFC 9309 everything may be crawled, but Google crawls nothing`,
        'Exempt /robots.txt from rate limits',
      );
    if (inPlace) {
      const fix = inPlace.isFilter
        ? EXEMPT
        : 'Serve the text file itself, or answer with 404 if there is none';
      return fails('error', `${seen}; ${inPlace.message}`, fix);
    }
    if (outcome === 'no-rules')
      return fails(
        'warning',
        `${seen}; no rules apply, so everything may be crawled`,
        'Serve a robots.txt at the root of the host, even if it is empty',
      );
    if (robots.body.length === 0) return holds(`${seen}, an empty file: everything may be crawled`);
    if (status === 200) return holds(seen);
    return fails('warning', seen, 'Answer with 200: some crawlers accept no other status');
  },
};

const EXEMPT = 'Exempt /robots.txt from the login, filter or challenge that answers in its place';

/** Advice about an error with this code, which comes from Node, OpenSSL or the client. */
function fixOf(code: string): string {
  if (/CERT|ALTNAME|SSL|TLS/.test(code)) {
    return 'Serve a certificate for this host, with its whole chain, from an authority that crawlers trust';
  }
  if (/TIMEOUT|TIMEDOUT/.test(code))
    return 'Answer within a few seconds: serve a static file, not the output of an application';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Fix the DNS records of this host';
  return 'Configure the server to answer with 200 and the file, or with 404 if there is no file';
}
