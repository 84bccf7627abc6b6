/**
 * Allow rules that open no page, only a file that crawlers and browsers look for by itself. A site that opens nothing
 * else is closed.
 */

/**
 * Matches patterns of `/robots.txt` (RFC 9309 §2.2.2 allows it anyway) and of what only its prefix opens, sitemaps,
 * `/.well-known/` (RFC 8615), `ads.txt`, `app-ads.txt`, `security.txt`, `favicon.ico`, `llms.txt` and `humans.txt`.
 */
const FILE =
  /^\/(?:robots\.(?:t(?:x(?:t[^/]*)?)?)?|sitemaps?(?:[\w.*-]*\.(?:xml|txt)(?:\.gz)?|[-_]?index)?(?:\/[\w.*-]*)?|\.well-known(?:\/.*)?|(?:app-)?ads\.txt|security\.txt|favicon\.ico|llms(?:-full)?\.txt|humans\.txt)[*$]*$/i;

/** Whether a rule of this kind with this pattern opens no page. */
export function opensNoPage({ kind, value }: { readonly kind: string; readonly value: string }): boolean {
  return kind === 'allow' && FILE.test(value);
}
