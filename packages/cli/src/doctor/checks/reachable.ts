import { answerText } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';

/** Checks that robots.txt can be fetched (RFC 9309 §2.3.1). */
export const reachable: DoctorCheck = {
  code: 'reachable',
  title: 'robots.txt is served with status 200',
  problem: 'robots.txt is not served with status 200',
  why: 'After a 4xx response, crawlers treat everything as allowed. After a 5xx response or none, they must treat everything as disallowed: crawling stops, and pages eventually leave the index.',
  run({ robots }): CheckFinding {
    const { status, record } = robots;
    const seen = `${robots.url}: ${answerText(robots)}`;
    if (record.outcome === 'unreachable') {
      return {
        status: 'fail',
        seen: `${seen}; crawlers stay away from the whole site`,
        fix: fixOf(robots.error?.code ?? ''),
      };
    }
    const { refusal } = record;
    if (refusal?.by === 'transports') {
      return {
        status: 'fail',
        seen: `${robots.url}: it redirects to ${refusal.origin}, where crawlers cannot follow`,
        fix: 'Serve the file at /robots.txt itself',
      };
    }
    if (refusal) {
      return { status: 'skip', seen: `${robots.url}: not fetched, ${refusal.message}` };
    }
    if (record.outcome === 'no-rules') {
      const isBusy = status === 429;
      return {
        status: isBusy ? 'fail' : 'warn',
        seen: isBusy
          ? `${seen}; under RFC 9309 everything may be crawled, but Google crawls nothing`
          : `${seen}; no rules apply, so everything may be crawled`,
        fix: isBusy
          ? 'Exempt /robots.txt from rate limits'
          : FILTERED.has(status ?? 0)
            ? 'Exempt /robots.txt from the login, filter or challenge that answers in its place'
            : 'Serve a robots.txt at the root of the host, even if it is empty',
      };
    }
    if (robots.body.length === 0)
      return { status: 'ok', seen: `${seen}, an empty file: everything may be crawled` };
    return status === 200
      ? { status: 'ok', seen }
      : { status: 'warn', seen, fix: 'Answer with 200: some crawlers accept no other status' };
  },
};

/** Statuses with which a login, a filter or a challenge answers for every file. */
const FILTERED: ReadonlySet<number> = new Set([401, 403, 407, 451]);

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
