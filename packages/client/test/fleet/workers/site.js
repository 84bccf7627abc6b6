/** Sites without a network: a transport that answers for any number of origins, with the same rules. */
import { randomBytes } from 'node:crypto';

/** The same rules in different octets that do not compress. */
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

/** What is wrong with a decision about such a site, or undefined. */
export function wrong({ url, action, outcome }) {
  const expected = url.includes('/closed/') ? 'skip' : 'fetch';
  return action === expected && outcome === 'rules' ? undefined : `${url}: ${action}, ${outcome}`;
}
