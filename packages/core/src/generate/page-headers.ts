/**
 * Header fields that repeat, on each page, the Content-Usage preference that the robots.txt states for that page
 * (draft-ietf-aipref-attach-05 §3). Copies of the page then carry the preference even without the robots.txt.
 */
import type { RobotsDocument } from '../parse/document.ts';
import { parse } from '../parse/parse.ts';
import { usagePreferences } from '../usage/usage-preferences.ts';
import { partsOf, type ServedFile, type ServeOptions, servedFiles } from './served-files.ts';

/** A function that returns the header fields for the page at an absolute URL; names are in lower case. */
export type PageHeaders = (url: string) => Readonly<Record<string, string>>;

const NOTHING: Readonly<Record<string, string>> = Object.freeze({});

/**
 * The Content-Usage field for each page, from the file that {@link robotsHandler} serves with the same options: the
 * preference of the `*` group for the page. The field is absent if the group states nothing, if the page may not be
 * fetched, for `/robots.txt` itself, and outside production. If the file has no Content-Usage record, the function only
 * looks up the file; otherwise it compiles the group.
 *
 * @example
 * ```ts
 * const group = { userAgents: '*', rules: [{ allow: '/' }], contentUsage: [{ preferences: 'train-ai=n' }] };
 * const headersOf = pageHeaders({ environment: 'production', config: { groups: [group] } });
 * headersOf('https://example.com/article'); // { 'content-usage': 'train-ai=n' }
 * headersOf('https://example.com/robots.txt'); // {}
 * ```
 */
export function pageHeaders(options: ServeOptions): PageHeaders {
  const fileOf = servedFiles(options);
  const stating = new WeakMap<ServedFile, RobotsDocument | 'nothing'>();
  return (url) => {
    const { host, path, target } = partsOf(url);
    if (path === '/robots.txt') return NOTHING;
    const file = fileOf(host);
    const document = stating.get(file) ?? statingDocument(file);
    stating.set(file, document);
    if (document === 'nothing') return NOTHING;
    const preferences = Object.entries(usagePreferences(document, '*', target));
    const members = preferences.flatMap(([label, preference]) => {
      if (preference === 'allow') return [`${label}=y`];
      return preference === 'disallow' ? [`${label}=n`] : [];
    });
    return members.length === 0 ? NOTHING : { 'content-usage': members.join(', ') };
  };
}

/** The file as a document; `'nothing'` if it has no Content-Usage record. */
function statingDocument({ body }: ServedFile): RobotsDocument | 'nothing' {
  const document = parse(body);
  return document.records.some(({ kind }) => kind === 'content-usage') ? document : 'nothing';
}
