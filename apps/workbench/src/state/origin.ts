/** The origin of a URL, or nothing. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** The path alone where the URL is on the site. */
export function shortUrl(url: string, origin: string): string {
  return origin !== '' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}
