/**
 * Clean-param: query parameters that do not change the content of a page (Yandex). It belongs to the file, not to a
 * group. All records of the file apply.
 *
 * ```
 *     sid&sort /forum/
 *     ^        ^
 *     |        path, optional: a prefix in which `*` matches any run of octets
 *     names of parameters, case-sensitive
 * ```
 */

import { STAR } from '../bytes/octet.ts';
import { quote } from '../bytes/quote.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { matches } from '../patterns/match.ts';
import { type Pattern, parsePattern } from '../patterns/pattern.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import { octetsBefore, type Reading, readAll } from './reading.ts';
import type { RecordDefinition } from './record-definition.ts';

/** One Clean-param record. */
export interface CleanParam {
  /** At least one parameter name, as written. */
  readonly parameters: readonly string[];
  /** The prefix, as written, of the paths to which the record applies. If absent, it applies to all paths. */
  readonly path?: string;
  readonly record: DocumentRecord;
}

/** The maximum length of a value in octets. Yandex ignores a longer one. */
export const MAX_CLEAN_PARAM_OCTETS = 500;

/** All valid Clean-param records of a file in file order. */
export function cleanParams(document: RobotsDocument): readonly CleanParam[] {
  return readAll(
    document.records.filter(({ kind }) => kind === 'clean-param'),
    readCleanParam,
  );
}

/**
 * The URL without the parameters that the file's Clean-param records declare irrelevant. Nothing else changes: other
 * parameters keep their order and spelling. A `?` is removed if nothing follows it.
 *
 * @throws {TypeError} If `url` is neither an absolute URL nor a path beginning with `/`.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { canonicalUrl } from 'robots-exclusion/records';
 *
 * const document = parse('Clean-param: sid&sort /forum/\n');
 * canonicalUrl(document, 'https://example.com/forum/show?sid=2f&id=8'); // 'https://example.com/forum/show?id=8'
 * canonicalUrl(document, 'https://example.com/news?sid=2f'); // 'https://example.com/news?sid=2f'
 * ```
 */
export function canonicalUrl(document: RobotsDocument, url: string | UrlLike): string {
  const target = prepareTarget(url);
  const text = typeof url === 'string' ? url : url.href;
  const irrelevant = new Set<string>();
  for (const { path, parameters } of cleanParams(document)) {
    const pattern = path === undefined ? undefined : patternOf(path);
    if (path === undefined || (pattern && matches(pattern, target)))
      for (const name of parameters) irrelevant.add(decoded(name));
  }
  return irrelevant.size === 0 ? text : withoutParameters(text, irrelevant);
}

export function readCleanParam({ value, valueSpan }: DocumentRecord): Reading<Omit<CleanParam, 'record'>> {
  if (valueSpan.end - valueSpan.start > MAX_CLEAN_PARAM_OCTETS)
    return defect(`Longer than ${MAX_CLEAN_PARAM_OCTETS} octets: this record is ignored`);
  const [names = '', path, ...more] = value.split(/[ \t]+/);
  const parameters = names.split('&');
  if (parameters.some((name) => name === '' || /[=?#/]/.test(name)))
    return defect(`${quote(names)} is not a list of parameters, such as "sid" or "sid&sort"`);
  const offset = path === undefined ? 0 : octetsBefore(value, value.indexOf(path, names.length));
  if (more.length > 0 || (path !== undefined && patternOf(path) === undefined))
    return defect('Only one path that begins with "/" or "*" may follow the parameters', offset);
  return { value: { parameters: Object.freeze(parameters), ...(path !== undefined && { path }) } };
}

/** The pattern for a path prefix. Unlike in a rule, a final `$` is literal. */
function patternOf(path: string): Pattern | undefined {
  const octets = encodeUtf8(path);
  const prefix = new Uint8Array(octets.length + 1);
  prefix.set(octets);
  prefix[octets.length] = STAR;
  return parsePattern(prefix, 0, path === '' ? 0 : prefix.length);
}

function withoutParameters(url: string, irrelevant: ReadonlySet<string>): string {
  const hash = url.indexOf('#');
  const end = hash < 0 ? url.length : hash;
  const question = url.indexOf('?');
  if (question < 0 || question > end) return url;
  const all = url.slice(question + 1, end).split('&');
  const kept = all.filter((parameter) => !irrelevant.has(decoded(parameter.split('=', 1)[0] ?? '')));
  if (kept.length === all.length) return url;
  return url.slice(0, question) + (kept.length === 0 ? '' : `?${kept.join('&')}`) + url.slice(end);
}

/**
 * A parameter name with its escapes decoded: `ref%5B%5D` becomes `ref[]`. Unchanged if the escapes do not decode to
 * UTF-8.
 */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function defect(message: string, offset = 0): Reading<never> {
  return { defect: { code: 'bad-clean-param', severity: 'warning', message, offset } };
}

export const cleanParamRecord: RecordDefinition = {
  name: 'Clean-param',
  help: 'Query parameters that do not change the page. Only Yandex reads it.',
  read: readCleanParam,
};
