/** Describes what a fix changes: for which crawler, in which dialect, for which URL. */
import type { ChangedRegion } from '../diff/diff-report.ts';
import type { Dialect } from '../parse/dialect.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { listed } from '../print/listed.ts';

/** What was proven about a fix. */
export type FixEffect =
  | { readonly kind: 'none' }
  | { readonly kind: 'changed'; readonly text: string }
  /** No change to a proven verdict was found, but another parser moves away from RFC 9309. */
  | {
      readonly kind: 'moved';
      readonly text: string;
      /** Maps the start offset of an edit to the change that the edit causes, as far as the change is known. */
      readonly blamed?: ReadonlyMap<number, string>;
    }
  | { readonly kind: 'undecided' };

/** Describes the effect of an unsafe fix. */
export function inWords(effect: FixEffect): string {
  return 'text' in effect ? effect.text : NOT_PROVEN;
}

/** The description for a fix about which nothing could be proven. */
export const NOT_PROVEN = 'not proven to change no verdict';

/** One change of a dialect's verdicts. */
export interface DialectEffect {
  readonly dialect: Dialect;
  readonly crawlers: readonly string[];
  readonly region: ChangedRegion;
}

/** The maximum number of crawlers that are named individually. */
const MOST_NAMED = 3;

/**
 * Describes the first change that was found. Names its smallest target as an example, as in `RFC 9309, Google: FooBot
 * may no longer fetch /a`.
 */
export function effectText(effects: readonly DialectEffect[], document: RobotsDocument | undefined): string {
  // Some dialects compare in lower case, and report crawlers that way.
  const spelled = [
    ...effects.flatMap(({ crawlers }) => crawlers),
    ...(document?.groups.flatMap(({ productTokens }) => productTokens) ?? []),
  ].filter((token) => token !== token.toLowerCase());
  const spelling = new Map(spelled.map((token) => [token.toLowerCase(), token]));
  const dialectsOf = new Map<string, string[]>();
  for (const { dialect, crawlers, region } of effects) {
    const names = crawlers.map((name) =>
      name === '*'
        ? 'any other crawler'
        : name
            .split(', ')
            .map((token) => spelling.get(token.toLowerCase()) ?? token)
            .join(' + '),
    );
    const may = region.direction === 'opened' ? 'may' : 'may no longer';
    const change = `${listed(names, MOST_NAMED)} ${may} fetch ${shown(region.witness)}`;
    dialectsOf.set(change, [...(dialectsOf.get(change) ?? []), NAMES.get(dialect.name) ?? dialect.title]);
  }
  return [...dialectsOf].map(([change, dialects]) => `${dialects.join(', ')}: ${change}`).join('; ');
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['rfc9309', 'RFC 9309'],
  ['google', 'Google'],
  ['yandex', 'Yandex'],
  ['bing', 'Bing'],
]);

/** Targets are octets: everything except visible ASCII is escaped. */
function shown(target: string): string {
  return target.replace(
    /[^\u0021-\u007e]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
