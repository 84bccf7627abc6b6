/** What is said of an address that this server does not fetch from, and how whoever runs it opens it. */
export function refusalText(origin: string): string {
  return `this server does not fetch from that address, now or later; to allow it, start the server with --also-fetch ${origin}`;
}
