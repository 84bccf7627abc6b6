/** Turns a configuration into the text of a robots.txt, in canonical form. */

import { quote } from '../bytes/quote.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import { withoutUserInformation } from '../bytes/without-secrets.ts';
import { format } from '../format/format.ts';
import { DEFAULT_MAX_BYTES } from '../parse/limits.ts';
import { groupKinds, type RecordKind } from '../parse/record-kind.ts';
import { SIGNALS } from '../usage/content-signal.ts';
import { comment, productToken } from './checked-text.ts';
import type { GroupConfig, RecordConfig, RobotsConfig, RuleConfig } from './config.ts';

/**
 * The robots.txt that `config` describes: groups first, then sitemaps and other records, separated by one blank line.
 * `parse(generate(config))` has exactly these groups, rules and records, and no diagnostics. A group without rules gets
 * an empty rule, because it would otherwise merge with the next group (RFC 9309 §2.1).
 *
 * @throws {TypeError} If a part has the wrong type or an unknown key.
 * @throws {RangeError} If a value cannot be written unchanged: it contains a line end or `#`, a pattern begins with
 *   neither `/` nor `*`, a crawler could not recognize a product token, a sitemap is not an absolute URL, a record has
 *   a field of its own, or a record that belongs to groups is given for the file. Also if the file is larger than {@link DEFAULT_MAX_BYTES}, the size up to which crawlers must read it.
 * @example
 * ```ts
 * generate({ groups: [{ userAgents: '*', rules: [{ disallow: '/cart' }] }] }); // 'User-agent: *\nDisallow: /cart\n'
 * ```
 */
export function generate(config: RobotsConfig): string {
  checkKeys(config, 'the configuration', ['comment', 'groups', 'sitemaps', 'records']);
  const blocks = [
    comment(config.comment),
    ...listOf(config.groups, 'groups').map(group),
    listOf(config.sitemaps, 'sitemaps').map((url) => record('Sitemap', absoluteUrl(url))),
    listOf(config.records, 'records').map(fileRecord),
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
  return withinLimit(format(text));
}

/** Checks the size. A longer file would be truncated when read and lose its last groups (RFC 9309 §2.5). */
function withinLimit(text: string): string {
  const { length } = encodeUtf8(text);
  if (length <= DEFAULT_MAX_BYTES) return text;
  throw new RangeError(
    `Cannot write a file of ${length} octets: crawlers only have to read the first ${DEFAULT_MAX_BYTES}`,
  );
}

const GROUP_KEYS = [
  'comment',
  'userAgents',
  'rules',
  'crawlDelaySeconds',
  'contentUsage',
  'contentSignal',
  'records',
];

function group(config: GroupConfig): string[] {
  checkKeys(config, 'a group', GROUP_KEYS);
  const tokens = typeof config.userAgents === 'string' ? [config.userAgents] : config.userAgents;
  if (listOf(tokens, 'userAgents').length === 0)
    throw new RangeError('Cannot write a group: expected at least one of "userAgents"');
  const rules = listOf(config.rules, 'rules');
  return [
    ...comment(config.comment),
    ...tokens.map((token) => record('User-agent', productToken(token))),
    ...(rules.length === 0 ? ['Disallow:'] : rules.flatMap(rule)),
    ...(config.crawlDelaySeconds === undefined ? [] : [crawlDelay(config.crawlDelaySeconds)]),
    ...contentSignal(config.contentSignal),
    ...listOf(config.contentUsage, 'contentUsage').map(contentUsage),
    ...listOf(config.records, 'records').map(otherRecord),
  ];
}

function rule(config: RuleConfig): string[] {
  checkKeys(config, 'a rule', ['comment', 'allow', 'disallow']);
  const { allow, disallow }: { allow?: string; disallow?: string } = config;
  if ((allow === undefined) === (disallow === undefined)) {
    throw new TypeError('Cannot write a rule: expected either "allow" or "disallow"');
  }
  return [
    ...comment(config.comment),
    allow === undefined
      ? record('Disallow', pathPattern(disallow as string))
      : record('Allow', pathPattern(allow)),
  ];
}

function crawlDelay(seconds: number): string {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) {
    throw new RangeError(
      `Cannot write crawlDelaySeconds ${quote(String(seconds))}: expected a number of seconds, 0 or more`,
    );
  }
  return record('Crawl-delay', decimal(seconds));
}

/** Writes a plain decimal without an exponent, the only form that readers of Crawl-delay accept. */
function decimal(number: number): string {
  const [digits, exponent] = String(number).split('e') as [string, string?];
  if (exponent === undefined) return digits;
  if (number >= 1) return BigInt(number).toString();
  return `0.${'0'.repeat(-Number(exponent) - 1)}${digits.replace('.', '')}`;
}

function contentSignal(signals: GroupConfig['contentSignal'] = {}): string[] {
  checkKeys(signals, 'contentSignal', SIGNALS);
  const entries = Object.entries(signals).filter(([, isAllowed]) => isAllowed !== undefined);
  for (const [use, isAllowed] of entries) {
    if (typeof isAllowed === 'boolean') continue;
    throw new TypeError(`Cannot write the signal ${quote(use)} ${quote(isAllowed)}: expected true or false`);
  }
  const text = entries.map(([use, isAllowed]) => `${use}=${isAllowed ? 'yes' : 'no'}`).join(', ');
  return text === '' ? [] : [record('Content-Signal', text)];
}

function contentUsage(config: { readonly path?: string; readonly preferences: string }): string {
  checkKeys(config, 'contentUsage', ['path', 'preferences']);
  const { path, preferences } = config;
  if (typeof preferences !== 'string' || /^$|^[\s/]/.test(preferences)) {
    throw new RangeError(
      `Cannot write Content-Usage ${quote(preferences)}: expected preferences such as "train-ai=n"; give a path as "path"`,
    );
  }
  return record(
    'Content-Usage',
    path === undefined ? preferences : `${pathWithoutSpace(path)} ${preferences}`,
  );
}

function otherRecord(config: RecordConfig): string {
  checkKeys(config, 'a record', ['name', 'value']);
  const { name, value } = config;
  if (typeof name !== 'string' || !RECORD_NAME.test(name)) {
    throw new RangeError(`Cannot write a record named ${quote(name)}: expected letters, digits, "-" and "_"`);
  }
  if (HAS_A_FIELD.test(name)) {
    throw new RangeError(
      `Cannot write a record named ${quote(name)}: some crawlers read it as a record that the configuration has a field for`,
    );
  }
  return record(name, value);
}

/**
 * A record for the whole file. Records that belong to groups are rejected: below the last group, they would become part
 * of it.
 */
function fileRecord(config: RecordConfig): string {
  const text = otherRecord(config);
  if (!groupKinds.has(config.name.toLowerCase() as RecordKind)) return text;
  throw new RangeError(
    `Cannot write the record ${quote(config.name)} for the whole file: expected it in the "records" of a group`,
  );
}

const RECORD_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * Matches names that are rejected because the configuration has fields for them, and names that begin like user-agent,
 * allow, disallow or sitemap. Some parsers compare only prefixes and accept misspellings, so a record with such a name
 * could begin a group, or join one as a rule or another record.
 */
const HAS_A_FIELD =
  /^(?:(?:user-?agent|allow|dis{1,2}al{1,2}ow|diasllow|disallaw|site-?map)|(?:crawl-delay|content-usage|content-signal)$)/i;

function record(name: string, value: string): string {
  if (typeof value !== 'string')
    throw new TypeError(`Cannot write ${name}: expected a string, got ${quote(value)}`);
  if (UNWRITABLE.test(value) || value !== value.trim()) {
    throw new RangeError(
      `Cannot write ${name} ${quote(value)}: expected no line end, control, lone surrogate, "#" (write %23) or outer white space`,
    );
  }
  return value === '' ? `${name}:` : `${name}: ${value}`;
}

/** Characters that end the record, or that change its meaning for some readers. */
const UNWRITABLE = /[\u0000-\u0008\u000a-\u001f\u0085\u2028\u2029\ud800-\udfff#]/u;

function pathPattern(pattern: string): string {
  if (Array.isArray(pattern)) {
    throw new TypeError(
      `Cannot write ${pattern.length} path patterns in one rule: expected one rule for each, such as { disallow: "/a" }`,
    );
  }
  if (typeof pattern !== 'string' || !/^(?:$|[/*])/.test(pattern)) {
    throw new RangeError(
      `Cannot write the path pattern ${quote(pattern)}: expected one that begins with "/" or "*", or none`,
    );
  }
  return pattern;
}

function pathWithoutSpace(path: string): string {
  if (typeof path !== 'string' || !/^\/\S*$/.test(path)) {
    throw new RangeError(
      `Cannot write Content-Usage for the path ${quote(path)}: expected one that begins with "/", without white space`,
    );
  }
  return path;
}

function absoluteUrl(url: string): string {
  if (typeof url !== 'string' || !/^[a-z][a-z0-9+.-]*:\/\/[^\s/]\S*$/i.test(url)) {
    throw new RangeError(
      `Cannot write the sitemap ${quote(url)}: expected an absolute URL without white space`,
    );
  }
  return withoutUserInformation(url);
}

/**
 * Checks that `value` is a plain object with only `known` keys. `undefined` values count as absent.
 *
 * @throws {TypeError} If `value` is not a plain object or has an unknown key.
 */
function checkKeys(value: unknown, what: string, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(
      `Cannot generate from ${what} ${quote(value)}: expected an object with ${listed(known)}`,
    );
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new TypeError(
    `Cannot generate from ${what} with the key ${quote(unknown)}: expected ${listed(known)}`,
  );
}

/**
 * `value` as a list; empty for `undefined`.
 *
 * @throws {TypeError} If it is not an array.
 */
function listOf<T>(value: readonly T[] | undefined, what: string): readonly T[] {
  if (value === undefined) return [];
  // Converts holes in the array to `undefined` members, which the caller then checks.
  if (Array.isArray(value)) return Array.from(value);
  throw new TypeError(`Cannot generate from ${what} ${quote(value)}: expected an array`);
}

function listed(keys: readonly string[]): string {
  return keys.map((key) => quote(key)).join(', ');
}
