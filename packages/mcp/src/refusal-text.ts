import type { Refusal } from '@robots-exclusion/client';
import { shownText, siteLine } from './site-text.ts';

/** The message about a place that this server does not fetch from, and how its operator can allow it. */
export function refusalText({ by, origin }: Refusal): string {
  const quoted = siteLine(shownText(origin));
  return by === 'transports'
    ? `this server cannot fetch from where it redirects to, now or later\n${quoted}`
    : `this server does not fetch from that address, now or later; to allow it, start the server with --also-fetch and the origin\n${quoted}`;
}
