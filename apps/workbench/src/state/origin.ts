/** The origin of a URL, or nothing. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** Whether another robots.txt than that of `origin` decides about the URL (RFC 9309 §2.3: one for each authority). */
export function isElsewhere(url: string, origin: string): boolean {
  const own = originOf(url);
  return origin !== '' && own !== '' && own !== origin;
}

/** The path alone where the URL is on the site. */
export function shortUrl(url: string, origin: string): string {
  return origin !== '' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}
