import { answerText } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';

/** Checks that robots.txt can be fetched (RFC 9309 §2.3.1). */
export const reachable: DoctorCheck = {
  code: 'reachable',
  title: 'robots.txt is answered with status 200',
  problem: 'robots.txt is not answered with status 200',
  why: 'With 4xx crawlers take everything for allowed. With 5xx or no answer they must take everything for disallowed: crawling stops, and after a while pages leave the index.',
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
          ? `${seen}; RFC 9309 lets everything be crawled, Google nothing`
          : `${seen}; no rule holds, everything may be crawled`,
        fix: isBusy
          ? 'Exempt /robots.txt from rate limits'
          : 'Serve a robots.txt at the root of the host, be it an empty one',
      };
    }
    if (robots.body.length === 0)
      return { status: 'ok', seen: `${seen}, an empty file: everything may be crawled` };
    return status === 200
      ? { status: 'ok', seen }
      : { status: 'warn', seen, fix: 'Answer with 200: some crawlers want exactly that' };
  },
};

/** Advice about an error with this code, which comes from Node, OpenSSL or the client. */
function fixOf(code: string): string {
  if (/CERT|ALTNAME|SSL|TLS/.test(code)) {
    return 'Serve a certificate that names this host, with its whole chain, of an authority that crawlers trust';
  }
  if (/TIMEOUT|TIMEDOUT/.test(code))
    return 'Answer within a few seconds: serve a file, and let no application make it';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Fix the DNS records of this host';
  return 'Let the server answer with 200 and the file, or with 404 if there is to be none';
}
