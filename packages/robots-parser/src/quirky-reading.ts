/**
 * Reads a file like `robots-parser` 3.0.1. Each of these deviations from RFC 9309 has a test. Any record other than
 * user-agent ends a run of user-agent lines. Tokens are cut at the first `/` and compared in full. Unreserved octets
 * are not decoded. `/robots.txt` has no special status. The precedence of a rule is its length in UTF-16 units. Files
 * are read in full regardless of length. Crawl-delay takes everything that JavaScript accepts as a number, and treats
 * an empty value as 0.
 */
import type { Reading } from './reading.ts';

interface QuirkyRule {
  pattern: string;
  isAllow: boolean;
  line: number | undefined;
}

interface QuirkyGroup {
  rules: QuirkyRule[];
  crawlDelay?: number;
}

export function readQuirky(contents: string): Reading {
  const groups = new Map<string, QuirkyGroup>();
  const groupOf = (userAgent: string): QuirkyGroup | undefined =>
    groups.get(token(userAgent)) ?? groups.get('*');
  const decidingRule: Reading['decidingRule'] = (url, userAgent) => {
    const path = upperCaseEscapes(url.pathname + url.search);
    return bestRule(groupOf(userAgent)?.rules ?? [], path);
  };
  const reading: Reading = {
    sitemaps: [],
    host: null,
    decidingRule,
    isAllowed: (url, userAgent) => decidingRule(url, userAgent)?.isAllow ?? true,
    isNamed: (userAgent) => groups.has(token(userAgent)),
    crawlDelay: (userAgent) => groupOf(userAgent)?.crawlDelay,
    addRule: (userAgents, pattern, isAllow, line) => {
      for (const userAgent of userAgents) {
        const { rules } = ensure(groups, userAgent);
        if (pattern) rules.push({ pattern: encode(pattern), isAllow, line });
      }
    },
    setCrawlDelay: (userAgents, delay) => {
      const seconds = Number(delay);
      for (const userAgent of userAgents) {
        const group = ensure(groups, userAgent);
        if (!Number.isNaN(seconds)) group.crawlDelay = seconds;
      }
    },
  };
  readLines(contents, reading);
  return reading;
}

function ensure(groups: Map<string, QuirkyGroup>, userAgent: string): QuirkyGroup {
  const group = groups.get(userAgent) ?? { rules: [] };
  groups.set(userAgent, group);
  return group;
}

function readLines(contents: string, reading: Reading): void {
  let userAgents: string[] = [];
  let isRunOpen = false;
  contents.split(/\r\n|\r|\n/).forEach((line, index) => {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(line.split('#', 1)[0]!) ?? [];
    const key = name.trim().toLowerCase();
    if (key === '') return;
    if (key === 'user-agent') {
      if (!isRunOpen) userAgents = [];
      if (value.trim() !== '') userAgents.push(token(value));
    } else {
      readRecord(reading, { key, value: value.trim(), line: index + 1 }, userAgents);
    }
    isRunOpen = key === 'user-agent';
  });
}

interface QuirkyRecord {
  key: string;
  value: string;
  line: number;
}

function readRecord(
  reading: Reading,
  { key, value, line }: QuirkyRecord,
  userAgents: readonly string[],
): void {
  switch (key) {
    case 'allow':
    case 'disallow':
      reading.addRule(userAgents, value, key === 'allow', line);
      break;
    case 'crawl-delay':
      reading.setCrawlDelay(userAgents, value);
      break;
    case 'sitemap':
      if (value !== '') reading.sitemaps.push(value);
      break;
    case 'host':
      if (value !== '') reading.host = value.toLowerCase();
  }
}

function token(userAgent: string): string {
  return userAgent.toLowerCase().split('/', 1)[0]!.trim();
}

/**
 * Returns the longest matching rule. Among rules of the same length, the first allow rule wins. If all of them are
 * disallow rules, the first one wins.
 */
function bestRule(rules: readonly QuirkyRule[], path: string): QuirkyRule | undefined {
  let best: QuirkyRule | undefined;
  for (const rule of rules) {
    const isLonger = best === undefined || rule.pattern.length > best.pattern.length;
    const isAllowTie = best?.pattern.length === rule.pattern.length && rule.isAllow && !best.isAllow;
    if ((isLonger || isAllowTie) && matches(rule.pattern, path)) best = rule;
  }
  return best;
}

/**
 * Matches a pattern: `*` matches any run of UTF-16 units, and a final `$` matches the end. Each part between stars is
 * matched at the first possible position. The number of steps is at most the product of the two lengths.
 */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const [head = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(head)) return false;
  let at = head.length;
  const last = isAnchored ? rest.pop() : undefined;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isAnchored) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

/**
 * Encodes like `encodeURI`, but leaves escapes unchanged. Text that cannot be encoded, because it contains a lone
 * surrogate, is returned unchanged.
 */
function encode(pattern: string): string {
  try {
    return upperCaseEscapes(encodeURI(pattern).replaceAll('%25', '%'));
  } catch {
    return pattern;
  }
}

function upperCaseEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}
