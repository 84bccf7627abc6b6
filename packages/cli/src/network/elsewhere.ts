/** A robots.txt at any URL, fetched by the rules and within the limits that hold for one in its place. */
import type { Transport } from '@robots-exclusion/client';

/**
 * Transports that ask for `url` where the client asks for the robots.txt of its origin. The client knows nothing of
 * it, so redirects, decoding, limits and outcomes are as ever.
 */
export function transportsTo(url: string, transports: readonly Transport[]): Transport[] {
  const robotsUrl = new URL('/robots.txt', url).href;
  return transports.map((transport) => ({
    ...transport,
    async send(request) {
      if (request.url !== robotsUrl) return transport.send(request);
      const response = await transport.send({ ...request, url: new URL(url).href });
      const { location } = response.headers;
      if (location === undefined || !URL.canParse(location, url)) return response;
      return { ...response, headers: { ...response.headers, location: new URL(location, url).href } };
    },
  }));
}
