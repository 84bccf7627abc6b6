/**
 * Named ways to read a robots.txt.
 *
 * @module
 */
import type { Dialect } from '../parse/dialect.ts';
import { colly } from './colly.ts';
import { crawlerCommons } from './crawler-commons.ts';
import { bing, yandex } from './documented.ts';
import { google } from './google.ts';
import { googleJava } from './google-java.ts';
import { heritrix } from './heritrix.ts';
import { koster1994, koster1996 } from './koster.ts';
import { protego } from './protego.ts';
import { python, python312, python314, python3124, python31314, pythonRfc9309 } from './python.ts';
import { reppy } from './reppy.ts';
import { rfc9309 } from './rfc9309.ts';
import { robotexclusionrulesparser, robotexclusionrulesparser1996 } from './robotexclusionrulesparser.ts';
import { robotrules } from './robotrules.ts';
import { robotsErlang } from './robots-erlang.ts';
import { robotsParser } from './robots-parser.ts';
import { robotsTxtGuard } from './robots-txt-guard.ts';
import { temoto } from './temoto.ts';
import { wget, wget2, wget2Debian12 } from './wget.ts';

export type { Dialect } from '../parse/dialect.ts';
export { type DialectDefinition, defineDialect } from './define-dialect.ts';
export { AXES, describeFacts, type FactSentence } from './describe.ts';
export type { Axis, DialectFacts } from './engine/facts.ts';
export { rfc9309Facts } from './rfc9309.ts';

/** Every dialect, RFC 9309 first. */
export const dialects: readonly Dialect[] = Object.freeze([
  rfc9309,
  google,
  googleJava,
  bing,
  yandex,
  protego,
  python,
  python3124,
  python312,
  python314,
  python31314,
  pythonRfc9309,
  crawlerCommons,
  heritrix,
  temoto,
  colly,
  reppy,
  robotsParser,
  wget,
  wget2,
  wget2Debian12,
  robotrules,
  robotexclusionrulesparser,
  robotexclusionrulesparser1996,
  robotsTxtGuard,
  robotsErlang,
  koster1996,
  koster1994,
]);

/** Programs that use the parser of another: mechanize 0.4.10 that of the Python that runs it, here CPython 3.11.7. */
const ALIASES: ReadonlyMap<string, string> = new Map([['mechanize', 'python']]);

const byName: ReadonlyMap<string, Dialect> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ dialects.map((dialect) => [dialect.name, dialect]),
);

/**
 * The dialect with that name, or with the name of which it is an alias; `undefined` if there is none. Every patch
 * release of CPython 3.8 to 3.15 is an alias.
 *
 * @example
 * findDialect('python-3.13.18')?.name; // 'python-3.13.14'
 */
export function findDialect(name: string): Dialect | undefined {
  return byName.get(name) ?? byName.get(ALIASES.get(name) ?? pythonOf(name) ?? '');
}

/** Each dialect of Python after the first, and for each series of 3 the patch release that begins to read so. */
const PYTHON_SINCE: readonly (readonly [string, Readonly<Record<number, number>>])[] = [
  ['python-rfc9309', { 14: 5, 15: 0 }],
  ['python-3.13.14', { 13: 14 }],
  ['python-3.14', { 13: 8, 14: 0 }],
  ['python-3.12', { 9: 22, 10: 17, 11: 12, 12: 9, 13: 2 }],
  ['python-3.12.4', { 8: 20, 9: 20, 10: 15, 11: 10, 12: 4, 13: 0 }],
  ['python', { 8: 0, 9: 0, 10: 0, 11: 0, 12: 0 }],
];

/** The dialect of a name such as `python-3.13.5`. */
function pythonOf(name: string): string | undefined {
  const [, series, patch] = /^python-3\.(\d+)\.(\d+)$/.exec(name) ?? [];
  return PYTHON_SINCE.find(([, since]) => Number(patch) >= (since[Number(series)] ?? Number.NaN))?.[0];
}
