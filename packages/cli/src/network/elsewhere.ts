/**
 * A robots.txt at any URL, fetched by the rules and within the limits that hold for one in its place: the client is
 * asked for that of an origin which does not exist, and the transports ask for the URL instead.
 */
import type { RobotsRecord, Transport } from '@robots-exclusion/client';

/** Where the client believes it is asking (RFC 6761 §6.4: no such name is ever in use). */
export function stagedUrl(url: string): string {
  return `${new URL(url).protocol}//handed-in.invalid/robots.txt`;
}

/** Transports that ask for `url` where the client asks for the staged one. */
export function transportsTo(url: string, transports: readonly Transport[]): Transport[] {
  const staged = stagedUrl(url);
  return transports.map((transport) => ({
    ...transport,
    async send(request) {
      if (request.url !== staged) return transport.send(request);
      const response = await transport.send({ ...request, url: new URL(url).href });
      const { location } = response.headers;
      if (location === undefined || !URL.canParse(location, url)) return response;
      return { ...response, headers: { ...response.headers, location: new URL(location, url).href } };
    },
  }));
}

/** The record with the URL in place of the staged one. */
export function unstaged(record: RobotsRecord, url: string): RobotsRecord {
  const staged = stagedUrl(url);
  const named = (name: string): string => (name === staged ? url : name);
  const { origin: _, evidence, ...rest } = record;
  const common = { ...rest, url, robotsUrl: url };
  if (!evidence) return common;
  const hops = evidence.hops.map((hop) => ({ ...hop, url: named(hop.url) }));
  const copy = evidence.copy ? { copy: { ...evidence.copy, finalUrl: named(evidence.copy.finalUrl) } } : {};
  return { ...common, evidence: { ...evidence, hops, ...copy } };
}
