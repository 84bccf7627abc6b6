/**
 * A naive, slow implementation of RFC 9309, with which all fast code is compared. It uses string operations and a
 * matcher that follows every position. One character represents one octet. The oracle shares only the default size
 * limit with the library.
 */
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';

/** The oracle's answer, with the deciding line if a rule decided. */
export interface SlowVerdict {
  allowed: boolean;
  because: 'rule' | 'no-rule-matched' | 'no-group' | 'robots-txt-itself';
  line?: number;
}

interface SlowRule {
  allow: boolean;
  value: string;
  line: number;
}

interface SlowGroup {
  tokens: string[];
  rules: SlowRule[];
}

/** Computes RFC 9309's answer for one target. `tokens` are product tokens, not headers. */
export function slowVerdict(
  body: Uint8Array,
  tokens: readonly string[],
  target: string,
  maxBytes: number = DEFAULT_MAX_BYTES,
): SlowVerdict {
  return slowVerdicts(body, tokens, maxBytes)(target);
}

/** Like {@link slowVerdict}, but for many targets: the file is read once. */
export function slowVerdicts(
  body: Uint8Array,
  tokens: readonly string[],
  maxBytes: number = DEFAULT_MAX_BYTES,
): (target: string) => SlowVerdict {
  const groups = groupsOf(textOf(body, maxBytes));
  const wanted = tokens
    .map((token) => tokenOf(octetString(token.trim())))
    .filter((token) => token !== '' && token !== '*');
  const own = groups.filter((group) => group.tokens.some((token) => wanted.includes(token)));
  const applying = own.length > 0 ? own : groups.filter((group) => group.tokens.includes('*'));
  const rules = applying
    .flatMap((group) => group.rules)
    .map((rule) => ({ rule, pattern: slowPattern(rule.value) }));
  return (target) => {
    const path = pathOf(target);
    const forms = { folded: normalised(path, true), plain: normalised(path, false) };
    if (forms.plain === '/robots.txt') return { allowed: true, because: 'robots-txt-itself' };
    if (applying.length === 0) return { allowed: true, because: 'no-group' };
    let best: { rule: SlowRule; octets: number } | undefined;
    for (const { rule, pattern } of rules) {
      const octets = octetsIfMatching(pattern, forms);
      if (octets < 0) continue;
      const isBetter =
        !best || octets > best.octets || (octets === best.octets && rule.allow && !best.rule.allow);
      if (isBetter) best = { rule, octets };
    }
    if (!best) return { allowed: true, because: 'no-rule-matched' };
    return { allowed: best.rule.allow, because: 'rule', line: best.rule.line };
  };
}

function textOf(body: Uint8Array, maxBytes: number): string {
  const isWholeLine = body[maxBytes] === 0x0a || body[maxBytes] === 0x0d;
  const read = body.subarray(0, maxBytes);
  let text = Buffer.from(read).toString('latin1');
  if (text.startsWith('\xff\xfe')) text = octetString(utf16(read.subarray(2), 0));
  else if (text.startsWith('\xfe\xff')) text = octetString(utf16(read.subarray(2), 1));
  if (body.length > maxBytes && !isWholeLine)
    text = text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  return text.replace(/^\xef\xbb\xbf/, '');
}

function utf16(octets: Uint8Array, low: 0 | 1): string {
  let text = '';
  for (let at = 0; at + 1 < octets.length; at += 2) {
    text += String.fromCharCode((octets[at + low] as number) + 256 * (octets[at + 1 - low] as number));
  }
  return text;
}

function octetString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function groupsOf(text: string): SlowGroup[] {
  const groups: SlowGroup[] = [];
  let isRunOpen = false;
  text.split(/\r\n|\r|\n/).forEach((whole, index) => {
    const line = whole.split('#')[0] as string;
    const colon = line.indexOf(':');
    if (colon < 0) return;
    const name = trimmed(line.slice(0, colon)).toLowerCase();
    const value = trimmed(line.slice(colon + 1));
    if (name === 'user-agent') {
      if (!isRunOpen) groups.push({ tokens: [], rules: [] });
      isRunOpen = true;
      groups.at(-1)?.tokens.push(tokenOf(value));
    } else if (name === 'allow' || name === 'disallow') {
      isRunOpen = false;
      groups.at(-1)?.rules.push({ allow: name === 'allow', value, line: index + 1 });
    }
  });
  return groups;
}

function trimmed(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '');
}

function tokenOf(value: string): string {
  if (/^\*(?:[ \t]|$)/.test(value)) return '*';
  const token = /^[^ \t/*,;(]*/.exec(value)?.[0] ?? '';
  return token.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A placeholder for apostrophes, which the URL parser would change to `%27` in a query. */
const APOSTROPHE = 'zzAPOSTROPHEzz';

function pathOf(target: string): string {
  const isPath = target.replace(/^[\0- ]+/, '').startsWith('/');
  const absolute = isPath ? `http://h${target.replace(/^[\0- ]+/, '')}` : target;
  const { href } = new URL(absolute.replaceAll("'", APOSTROPHE));
  const afterAuthority = href.replace(/^[^:]*:\/\/[^/?#]*/, '');
  return withoutDots(
    (afterAuthority.split('#')[0] as string).replaceAll(APOSTROPHE, "'").replace(/^(?=\?|$)/, '/'),
  );
}

/**
 * Removes dot segments (RFC 3986 §5.2.4) that the URL parser has left. Node 20's parser leaves them in paths such as
 * `//.a/./`.
 */
function withoutDots(target: string): string {
  const [path = '', ...query] = target.split('?');
  const kept: string[] = [];
  const dots = path.split('/').map((segment) => segment.replace(/%2e/gi, '.'));
  path.split('/').forEach((segment, index) => {
    const isDot = dots[index] === '.' || dots[index] === '..';
    if (dots[index] === '..' && kept.length > 1) kept.pop();
    if (!isDot) kept.push(segment);
    else if (index === dots.length - 1) kept.push('');
  });
  return [kept.join('/'), ...query].join('?');
}

interface SlowPattern {
  isAnchored: boolean;
  folded: string[];
  plain: string[];
  octets: number;
}

/** The pattern of a value; undefined if it matches nothing. */
function slowPattern(value: string): SlowPattern | undefined {
  if (!/^[/*]/.test(value) || /[\0-\x08\x0a-\x1f]/.test(value)) return undefined;
  const isAnchored = value.endsWith('$');
  const body = isAnchored ? value.slice(0, -1) : value;
  const folded = segmentsOf(body, true);
  const octets = folded.reduce(
    (sum, segment) => sum + segment.length,
    folded.length - 1 + (isAnchored ? 1 : 0),
  );
  return { isAnchored, folded, plain: segmentsOf(body, false), octets };
}

function octetsIfMatching(
  pattern: SlowPattern | undefined,
  { folded, plain }: { readonly folded: string; readonly plain: string },
): number {
  if (!pattern) return -1;
  const { isAnchored } = pattern;
  const isMatch =
    matchesEverywhere(pattern.folded, isAnchored, folded) ||
    matchesEverywhere(pattern.plain, isAnchored, plain);
  return isMatch ? pattern.octets : -1;
}

/** Splits a pattern at its stars before normalization. Text after the pattern's first raw `?` is in the query. */
function segmentsOf(body: string, isFolded: boolean): string[] {
  let isInQuery = false;
  return body.split('*').map((segment) => {
    const segmentForm = normalised(segment, isFolded, isInQuery);
    isInQuery ||= segment.includes('?');
    return segmentForm;
  });
}

function normalised(text: string, isFolded: boolean, startsInQuery = false): string {
  let isInQuery = startsInQuery;
  return text.replace(/%([0-9A-Fa-f]{2})|[\s\S]/g, (whole: string, hex?: string) => {
    if (hex === undefined) {
      isInQuery ||= whole === '?';
      return /[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/.test(whole) ? whole : escaped(whole);
    }
    const octet = String.fromCharCode(Number.parseInt(hex, 16));
    if (/[A-Za-z0-9\-._~]/.test(octet)) return octet;
    if (isFolded && /[!$'()*,:;@[\]]/.test(octet)) return octet;
    if (isFolded && isInQuery && /[/?]/.test(octet)) return octet;
    return escaped(octet);
  });
}

function escaped(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Whether the segments match. Follows every position at which each segment may end. */
function matchesEverywhere(segments: readonly string[], isAnchored: boolean, path: string): boolean {
  let ends = new Set(path.startsWith(segments[0] as string) ? [(segments[0] as string).length] : []);
  for (const segment of segments.slice(1)) {
    const next = new Set<number>();
    const from = Math.min(...ends);
    for (let at = from; at <= path.length; at++) {
      if (path.startsWith(segment, at)) next.add(at + segment.length);
    }
    ends = next;
  }
  return isAnchored ? ends.has(path.length) : ends.size > 0;
}
