/** Sites without a network: a transport that serves the same rules for any number of origins. */
import { randomBytes } from 'node:crypto';

/** A file that always has the same rules, with random octets that do not compress. */
export function robotsOf(paddingBytes) {
  return `User-agent: *\nDisallow: /closed/\n# ${randomBytes(paddingBytes).toString('base64')}\n`;
}

export function siteTransport(robots) {
  const transport = {
    schemes: ['http'],
    requests: 0,
    async send() {
      transport.requests += 1;
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(robots()) };
    },
  };
  return transport;
}

export function siteOf(index) {
  return `http://site-${index}.example`;
}

/** The error in a decision about a site with the rules of {@link robotsOf}; undefined if the decision is correct. */
export function wrong({ url, action, outcome }) {
  const expected = url.includes('/closed/') ? 'skip' : 'fetch';
  return action === expected && outcome === 'rules' ? undefined : `${url}: ${action}, ${outcome}`;
}
