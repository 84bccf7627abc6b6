/**
 * The origin of a URL; empty if it has none. A URL with a path has an origin even if browsers do not know its scheme, and
 * if it has no host: `file:///a` is not a URL of a site.
 */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, protocol, host, pathname } = new URL(url);
  if (origin !== 'null') return origin;
  return host === '' && !pathname.startsWith('/') ? '' : `${protocol}//${host}`;
}

/** A live file that the page has fetched. */
export interface OtherFile {
  readonly text: string;
  /** ISO 8601; absent if the service did not say. */
  readonly fetchedAt?: string;
}

/** The files that the page may answer from. */
export interface SiteFiles {
  /** The page's own file. */
  readonly draft: string;
  /** The origin that the draft is for; empty if unknown, and then the draft answers for every URL. */
  readonly origin: string;
  /** Live files of other origins, by origin. */
  readonly others: ReadonlyMap<string, OtherFile>;
}

/**
 * The file that applies to a URL; undefined if the page does not have it. Scheme, host and port must be those of the
 * file (RFC 9309 §2.3). A path, and a text that is not a URL, belong to the draft.
 */
export function fileFor(url: string, { draft, origin, others }: SiteFiles): string | undefined {
  return isElsewhere(url, origin) ? others.get(originOf(url))?.text : draft;
}

/** Whether another file than that of `origin` applies to the URL. */
export function isElsewhere(url: string, origin: string): boolean {
  if (origin === '' || url.startsWith(`${origin}/`)) return false;
  const own = originOf(url);
  return own !== '' && own !== origin;
}

/** The other origins of a list of URLs, in order of appearance. */
export function otherOrigins(urls: readonly string[], origin: string): readonly string[] {
  return [...new Set(urls.filter((url) => isElsewhere(url, origin)).map(originOf))];
}

/** The URL, or only its path if it is on the site. */
export function shortUrl(url: string, origin: string): string {
  return origin !== '' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}
