/**
 * The names under which operators let pages address their crawlers in X-Robots-Tag and meta elements, where these
 * are more than the crawler's own product token, and how an operator's crawlers combine directives.
 */
import { textOf } from '../bytes/text.ts';
import { type Crawler, ownTokensOf } from '../rules/crawler-profile.ts';

interface DirectiveReader {
  /** Names that address all crawlers of the list, in lower case. */
  readonly names: readonly string[];
  /** Product tokens, in lower case. */
  readonly crawlers: readonly string[];
  /** Whether a directive that allows cancels one that forbids in the same meta element. */
  readonly allowWinsInMeta: boolean;
  readonly source: string;
  /** The date on which the source was checked, ISO 8601. */
  readonly asOf: string;
}

const READERS: readonly DirectiveReader[] = [
  {
    names: ['bingbot', 'msnbot'],
    crawlers: ['bingbot', 'msnbot'],
    allowWinsInMeta: false,
    source: 'https://www.bing.com/webmaster/help/which-robots-metatags-does-bing-support-5198d240',
    asOf: '2026-11-29',
  },
  {
    names: ['yandex'],
    crawlers: [
      ...['yandex', 'yandexbot', 'yandeximages', 'yandexvideo', 'yandexmedia', 'yandexblogs', 'yandexnews'],
      ...['yandexmarket', 'yandexvertis', 'yandexwebmaster', 'yandexpagechecker', 'yandexfordomain'],
      ...['yandexspravbot', 'yandexadditional', 'yandexdirect', 'yandexdirectdyn', 'yadirectfetcher'],
      ...['yandexmetrika', 'yandexcalendar', 'yandexuserproxy', 'yandexsearchshop', 'yandexmobilebot'],
      ...['yandexaccessibilitybot', 'yandexscreenshotbot'],
    ],
    allowWinsInMeta: true,
    source: 'https://yandex.com/support/webmaster/en/controlling-robot/meta-robots',
    asOf: '2026-11-29',
  },
];

export interface Addressee {
  /** In lower case. */
  readonly names: ReadonlySet<string>;
  readonly allowWinsInMeta: boolean;
}

/** @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile. */
export function addresseeOf(who: Crawler): Addressee {
  const own = ownTokensOf(who).map((token) => textOf(token, 0, token.length));
  const readers = READERS.filter(({ crawlers }) => own.some((token) => crawlers.includes(token)));
  return {
    names: new Set([...own, ...readers.flatMap(({ names }) => names)]),
    allowWinsInMeta: readers.some(({ allowWinsInMeta }) => allowWinsInMeta),
  };
}

/**
 * The names of the meta elements that address a crawler, in lower case: `robots`, its product tokens, and the names
 * that its operator documents.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 * @example
 * ```ts
 * import { metaNamesFor } from 'robots-exclusion/usage';
 *
 * [...metaNamesFor('YandexImages')]; // ['robots', 'yandeximages', 'yandex']
 * ```
 */
export function metaNamesFor(who: Crawler): ReadonlySet<string> {
  return new Set(['robots', ...addresseeOf(who).names]);
}
