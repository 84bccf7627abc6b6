/** Describes what a fix changes: for which crawler, in which dialect, for which URL. */

import type { ChangedRegion } from '../diff/diff-report.ts';
import { compile } from '../engine/compile.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { listed } from '../print/listed.ts';

/** What was proven about a fix. */
export type FixEffect =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'changed';
      readonly dialects: readonly string[];
      readonly text: string;
    }
  /** No change to a proven verdict was found, but another parser moves away from RFC 9309. */
  | {
      readonly kind: 'moved';
      readonly text: string;
      /** Maps the start offset of an edit to the change that the edit causes, as far as the change is known. */
      readonly blamed?: ReadonlyMap<number, string>;
    }
  | { readonly kind: 'undecided' };

export function inWords(effect: FixEffect): string {
  return 'text' in effect ? effect.text : NOT_PROVEN;
}

/** The description for a fix about which nothing could be proven. */
export const NOT_PROVEN = 'not proven to change no verdict';

/** A change of a dialect's verdicts, and one in the other direction if it was found. */
export interface DialectEffect {
  /** The file before and after the fix, as the dialect reads it. */
  readonly documents: readonly [RobotsDocument, RobotsDocument];
  readonly crawlers: readonly string[];
  readonly region: ChangedRegion;
  readonly opposite?: ChangedRegion;
}

/** The maximum number of crawlers that are named individually. */
const MOST_NAMED = 3;

/**
 * Describes the changes that were found, on URLs as clients send them. What a rule of the fixed file decides comes
 * first, because it is what the fix is for. Example: `RFC 9309, Google: FooBot may no longer fetch /a`.
 */
export function effectText(effects: readonly DialectEffect[]): string {
  // Some dialects compare in lower case, and report crawlers that way.
  const spelled = effects
    .flatMap(({ documents, crawlers }) => [
      ...crawlers,
      ...(documents[0].groups.flatMap(({ productTokens }) => productTokens) ?? []),
    ])
    .filter((token) => token !== token.toLowerCase());
  const spelling = new Map(spelled.map((token) => [token.toLowerCase(), token]));
  const dialectsOf = new Map<string, string[]>();
  for (const effect of effects) {
    const { name, title } = effect.documents[0].dialect;
    const change = changeText(effect, spelling);
    dialectsOf.set(change, [...(dialectsOf.get(change) ?? []), NAMES.get(name) ?? title]);
  }
  return [...dialectsOf].map(([change, dialects]) => `${dialects.join(', ')}: ${change}`).join('; ');
}

function changeText(effect: DialectEffect, spelling: ReadonlyMap<string, string>): string {
  const names = effect.crawlers.map((name) =>
    name === '*' || name === ''
      ? `any ${name === '' ? 'crawler without a name' : 'other crawler'}`
      : name
          .split(', ')
          .map((token) => spelling.get(token.toLowerCase()) ?? token)
          .join(' + '),
  );
  const regions = [effect.region, ...(effect.opposite ? [effect.opposite] : [])];
  const told = [...regions]
    .sort((a, b) => Number(b.after !== undefined) - Number(a.after !== undefined))
    .flatMap((region) => {
      const url = sentForm(effect, region);
      return url === undefined
        ? []
        : `${region.direction === 'opened' ? 'may' : 'may no longer'} fetch ${url}`;
    });
  const what = told.length > 0 ? told.join(' and ') : 'may get other verdicts';
  return `${listed(names, MOST_NAMED)} ${what}`;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['rfc9309', 'RFC 9309'],
  ['google', 'Google'],
  ['yandex', 'Yandex'],
  ['bing', 'Bing'],
]);

/** A name that files do not have, for the crawlers that follow the rules for `*`. */
const STRANGER = 'Mirkwik';

/**
 * The witness as a client sends it, for which the dialect gives the two verdicts. A dialect that decodes URLs sees a
 * `%` only where `%25` was sent. `undefined` if neither spelling shows the change.
 */
function sentForm(
  { documents: [before, after], crawlers: [first = '*'] }: DialectEffect,
  { witness, direction }: ChangedRegion,
): string | undefined {
  const who = first === '*' ? STRANGER : first.split(', ');
  const [was, is] = [compile(before, who), compile(after, who)];
  return [escaped(witness), escaped(witness.replaceAll('%', '%25'))].find((target) => {
    const url = `https://example.com${target}`;
    return was.allows(url) !== is.allows(url) && is.allows(url) === (direction === 'opened');
  });
}

/** Targets are octets: everything except visible ASCII is escaped. */
function escaped(target: string): string {
  return target.replace(
    /[^\u0021-\u007e]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
