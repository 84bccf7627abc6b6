/** A configuration to the text of a robots.txt, in canonical form. */
import { quote } from '../bytes/quote.ts';
import { format } from '../format/format.ts';
import type { GroupConfig, RecordConfig, RobotsConfig, RuleConfig } from './config.ts';

/**
 * The robots.txt that `config` describes: groups first, then sitemaps and other records, one blank line between.
 * What is written is read back the same: `parse(generate(config))` has these records and no diagnostics.
 *
 * @throws {TypeError} If a part is of another type than the configuration's.
 * @throws {RangeError} If a value cannot be written as it is: a line end or `#` in it, a pattern that begins with
 * neither `/` nor `*`, a product token that a crawler could not find, a sitemap that is no absolute URL.
 * @example
 * ```ts
 * generate({ groups: [{ userAgents: '*', rules: [{ disallow: '/cart' }] }] }); // 'User-agent: *\nDisallow: /cart\n'
 * ```
 */
export function generate(config: RobotsConfig): string {
  if (typeof config !== 'object' || config === null) {
    throw new TypeError(
      `Cannot generate from ${quote(config)}: expected an object with "groups" or "sitemaps"`,
    );
  }
  const blocks = [
    comment(config.comment),
    ...(config.groups ?? []).map(group),
    (config.sitemaps ?? []).map((url) => record('Sitemap', absoluteUrl(url))),
    (config.records ?? []).map(otherRecord),
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
  return format(text);
}

function group(config: GroupConfig): string[] {
  const tokens = [config.userAgents].flat();
  if (tokens.length === 0)
    throw new RangeError('Cannot write a group: expected at least one of "userAgents"');
  return [
    ...comment(config.comment),
    ...tokens.map((token) => record('User-agent', productToken(token))),
    ...(config.rules ?? []).map(rule),
    ...(config.crawlDelaySeconds === undefined ? [] : [crawlDelay(config.crawlDelaySeconds)]),
    ...contentSignal(config.contentSignal),
    ...(config.contentUsage ?? []).map(contentUsage),
    ...(config.records ?? []).map(otherRecord),
  ];
}

function rule(config: RuleConfig): string {
  return 'allow' in config
    ? record('Allow', pathPattern(config.allow))
    : record('Disallow', pathPattern(config.disallow));
}

function crawlDelay(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) {
    throw new RangeError(
      `Cannot write crawlDelaySeconds ${quote(String(seconds))}: expected a number of seconds, 0 or more`,
    );
  }
  return record('Crawl-delay', String(seconds));
}

function contentSignal(signals: GroupConfig['contentSignal'] = {}): string[] {
  const entries = Object.entries(signals).filter(([, isAllowed]) => isAllowed !== undefined);
  const text = entries.map(([use, isAllowed]) => `${use}=${isAllowed ? 'yes' : 'no'}`).join(', ');
  return text === '' ? [] : [record('Content-Signal', text)];
}

function contentUsage({ path, preferences }: { path?: string; preferences: string }): string {
  return record(
    'Content-Usage',
    path === undefined ? preferences : `${pathWithoutSpace(path)} ${preferences}`,
  );
}

function otherRecord({ name, value }: RecordConfig): string {
  if (typeof name !== 'string' || !RECORD_NAME.test(name)) {
    throw new RangeError(`Cannot write a record named ${quote(name)}: expected letters, digits, "-" and "_"`);
  }
  return record(name, value);
}

const RECORD_NAME = /^[A-Za-z0-9_-]+$/;

function record(name: string, value: string): string {
  if (typeof value !== 'string')
    throw new TypeError(`Cannot write ${name}: expected a string, got ${quote(value)}`);
  if (UNWRITABLE.test(value) || value !== value.trim()) {
    throw new RangeError(
      `Cannot write ${name} ${quote(value)}: expected no line end, control, "#" (write %23) or outer white space`,
    );
  }
  return value === '' ? `${name}:` : `${name}: ${value}`;
}

/** What would end the record, or be read as something else. */
const UNWRITABLE = /[\u0000-\u0008\u000a-\u001f#]/;

function pathPattern(pattern: string): string {
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

function productToken(token: string): string {
  if (typeof token !== 'string' || !/^(?:\*|[A-Za-z0-9_.-]+)$/.test(token)) {
    throw new RangeError(
      `Cannot write the product token ${quote(token)}: expected letters, "-" and "_", or "*"`,
    );
  }
  return token;
}

function absoluteUrl(url: string): string {
  if (typeof url !== 'string' || !/^[a-z][a-z0-9+.-]*:\/\/[^\s/]/i.test(url)) {
    throw new RangeError(`Cannot write the sitemap ${quote(url)}: expected an absolute URL`);
  }
  return url;
}

function comment(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  return text.split(/\r\n|\r|\n/).map((line) => `# ${line}`.trimEnd());
}
