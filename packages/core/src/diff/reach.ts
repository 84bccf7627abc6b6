/** How much of a site a file allows one crawler to fetch. */
import { LF } from '../bytes/octet.ts';
import { textOf } from '../bytes/text.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import { AdaptiveMatcher } from '../engine/adaptive-matcher.ts';
import type { RobotsDocument } from '../parse/document.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import type { LineSource } from '../parse/records.ts';
import { type Crawler, tokensInForce } from '../rules/crawler-profile.ts';
import type { Matcher } from '../rules/matcher.ts';
import { opensNoPage } from '../rules/no-page.ts';
import { selectRows } from '../rules/select.ts';
import { ALWAYS_ALLOWED, plainReach, type Reach, type Rules } from './plain-reach.ts';
import { proveSameVerdicts } from './prove-same-verdicts.ts';

export type { Reach } from './plain-reach.ts';

/**
 * How much of a site a file allows a crawler to fetch.
 *
 * @throws {TypeError} If the dialect of `document` is not RFC 9309, or `who` is neither a string, nor a list of
 * strings, nor a profile.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { reachOf } from 'robots-exclusion/diff';
 *
 * const document = parse('User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n');
 * reachOf(document, 'GPTBot'); // 'nothing'
 * reachOf(document, 'FooBot'); // 'some'
 * ```
 */
export function reachOf(document: RobotsDocument, who: Crawler): Reach {
  if (document.dialect.reader) {
    throw new TypeError(
      `Cannot compute the reach in the dialect "${document.dialect.name}": expected a document read by RFC 9309`,
    );
  }
  const tokens = tokensInForce(document, who);
  if (tokens === undefined) return 'everything';
  const selection = selectRows(document, tokens);
  const rules = { source: document, rows: selection.ruleRows };
  const plain = plainReach(rules);
  if (plain !== undefined) return plain;
  const matcher = new AdaptiveMatcher({ source: document, selection });
  return askedReach(rules, matcher, matcher.allows('/'));
}

/** `files` instead of `some`, if nothing is open without the rules that open no page. None of them opens `/`. */
function withoutFiles({ source, rows }: Rules, reach: Reach): Reach {
  if (reach !== 'some') return reach;
  const pages = rows.filter((row) => !opensNoPage(ruleAt(source, row)));
  if (pages.length === rows.length || pages.length === 0) return reach;
  const rules = { source, rows: pages };
  return (plainReach(rules) ?? provenReach(rules, false)) === 'nothing' ? 'files' : reach;
}

function ruleAt({ octets, lines }: LineSource, row: number): { kind: string; value: string } {
  const kind = kindAt(lines, row) === LineKind.allow ? 'allow' : 'disallow';
  return { kind, value: textOf(octets, valueStartAt(lines, row), valueEndAt(lines, row)) };
}

/** Determines the reach by matching, for rules whose octets alone do not show the reach. */
export function askedReach(rules: Rules, matcher: Matcher, isRootOpen: boolean): Reach {
  const reach = hasBothVerdicts(rules, matcher, isRootOpen) ? 'some' : provenReach(rules, isRootOpen);
  return isRootOpen ? reach : withoutFiles(rules, reach);
}

/**
 * Tries paths that equal patterns of the rules, until one is allowed and one is not. Rules that contradict the verdict
 * on `/` come first, because one of them nearly always gives the other verdict. Therefore, a few look-ups are enough,
 * and no set needs to be compiled.
 */
function hasBothVerdicts(
  { source: { octets, lines }, rows }: Rules,
  matcher: Matcher,
  first: boolean,
): boolean {
  const isOther = (row: number): boolean => (kindAt(lines, row) === LineKind.disallow) === first;
  const differs = (row: number): boolean => {
    const path = spelledOut(textOf(octets, valueStartAt(lines, row), valueEndAt(lines, row)));
    return path !== ALWAYS_ALLOWED && matcher.allows(path) !== first;
  };
  return (
    rows.some((row) => isOther(row) && differs(row)) || rows.some((row) => !isOther(row) && differs(row))
  );
}

/** A path that the pattern matches, if any: each star is removed, and so is a final `$`. */
function spelledOut(pattern: string): string {
  const path = pattern.replace(/\$$/, '').replaceAll('*', '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** The maximum number of states examined per proof. Examining them takes a few hundredths of a second. */
const PROOF_BUDGET = 5_000;

/**
 * Determines the reach if all paths that equal patterns get the same verdict. To prove the reach, every other path must
 * get that verdict, too.
 */
function provenReach(rules: Rules, isOpen: boolean): Reach {
  const other = isOpen ? 'User-agent: *\nDisallow:\n' : 'User-agent: *\nDisallow: /\n';
  const { kind } = proveSameVerdicts(alone(rules), other, { budget: PROOF_BUDGET });
  if (kind !== 'equal') return 'some';
  return isOpen ? 'everything' : 'nothing';
}

/** A file with only these rules, for every crawler. */
function alone({ source: { octets, lines }, rows }: Rules): Uint8Array {
  const written: number[] = [...encodeUtf8('User-agent: *\n')];
  for (const row of rows) {
    written.push(...encodeUtf8(kindAt(lines, row) === LineKind.allow ? 'Allow: ' : 'Disallow: '));
    for (let at = valueStartAt(lines, row); at < valueEndAt(lines, row); at++)
      written.push(octets[at] as number);
    written.push(LF);
  }
  return Uint8Array.from(written);
}
