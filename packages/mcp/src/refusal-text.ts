import type { Refusal } from '@robots-exclusion/client';

/** What is said of a place that this server does not fetch from, and how whoever runs it opens it. */
export function refusalText({ by, origin }: Refusal): string {
  return by === 'transports'
    ? `robots.txt redirects to ${origin}, and this server cannot fetch from there, now or later`
    : `this server does not fetch from that address, now or later; to allow it, start the server with --also-fetch ${origin}`;
}
