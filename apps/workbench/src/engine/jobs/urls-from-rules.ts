/** URLs made from the rules of a file. The first answer needs them, so they are apart from the readers of sitemaps. */
import { prepared } from '../drafts.ts';
import type { DraftQuestion, UrlList } from '../protocol.ts';

/** Limit on the code units of one URL. */
export const MAX_URL_LENGTH = 8192;
/** Limit on the patterns from which URLs are generated. */
const MAX_PATTERNS = 500;

/**
 * URLs made from the patterns of the rules. A word replaces each star of a pattern. A pattern that ends with `$` or a
 * slash also gives a longer URL.
 */
export function urlsFromRules({ draft, origin }: DraftQuestion & { readonly origin: string }): UrlList {
  const urls = new Set<string>([`${origin}/`]);
  let omitted = 0;
  for (const { kind, value } of prepared(draft).document.records) {
    if ((kind !== 'allow' && kind !== 'disallow') || !/^[/*]/.test(value)) continue;
    if (urls.size > 2 * MAX_PATTERNS) omitted++;
    else for (const path of pathsFor(value)) urls.add(origin + path);
  }
  return { urls: [...urls], omitted };
}

function pathsFor(pattern: string): readonly string[] {
  const isAnchored = pattern.endsWith('$');
  const text = (isAnchored ? pattern.slice(0, -1) : pattern).replace(/\*+/g, 'any');
  const path = (text.startsWith('/') ? text : `/${text}`).slice(0, MAX_URL_LENGTH);
  if (isAnchored) return [path, `${path}/more`];
  return path.endsWith('/') ? [path, `${path}page`] : [path];
}
