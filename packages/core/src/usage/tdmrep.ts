/**
 * The TDM Reservation Protocol (W3C Community Group report, 10 May 2024): a reservation of text and data mining in the
 * header of a response, in meta elements of its page, and in the file `/.well-known/tdmrep.json`, which this package does
 * not fetch.
 */
import { quote } from '../bytes/quote.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import { matches } from '../patterns/match.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import { fieldValue, type HeaderFields } from './header-fields.ts';
import type { MetaRobots } from './robots-directives.ts';
import { headerSource, type UsageSource, type UsageStatement } from './usage-statement.ts';

const TDM_RESERVATION = 'tdm-reservation';
const TDM_POLICY = 'tdm-policy';

/** The reservations of a response: in its header, and in meta elements of its page. */
export function tdmStatements(
  headers: HeaderFields | undefined,
  meta: readonly MetaRobots[],
): readonly UsageStatement[] {
  const text = fieldValue(headers, TDM_RESERVATION);
  const inHeader =
    text === undefined
      ? []
      : valuesOf(text).map((value) =>
          reservation(headerSource(TDM_RESERVATION, text), value, fieldValue(headers, TDM_POLICY)),
        );
  const policy = meta.find(({ name }) => name.toLowerCase() === TDM_POLICY)?.content;
  const inPage = meta
    .filter(({ name }) => name.toLowerCase() === TDM_RESERVATION)
    .map(({ content }) => {
      const source = { kind: 'meta', name: TDM_RESERVATION, text: content } as const;
      return reservation(Object.freeze(source), content.trim(), policy);
    });
  return [...inHeader, ...inPage];
}

/**
 * The values of a field. A field that occurs several times is a list (RFC 9110 §5.3), and each value is a statement.
 */
function valuesOf(text: string): readonly string[] {
  const values = new Set(text.split(',').map((value) => value.trim()));
  const known = ['1', '0'].filter((value) => values.has(value));
  return known.length > 0 ? known : [text.trim()];
}

/** The maximum number of rules examined; real files have a handful. */
const MOST_RULES = 10_000;

/**
 * The statement of a `tdmrep.json` about a target: the first of its rules whose `location`, read as a path pattern,
 * matches. A file that is not a JSON array states nothing, and a note reports that.
 */
export function tdmrepStatements(
  body: string | Uint8Array | undefined,
  target: string | UrlLike,
): readonly UsageStatement[] {
  if (body === undefined) return [];
  const rules = readRules(typeof body === 'string' ? body : new TextDecoder().decode(body));
  if (rules === undefined) {
    const note = 'Not a JSON array of rules, so it has no effect';
    return [
      Object.freeze({ convention: 'tdmrep', source: fileSource(''), states: {}, says: {}, note } as const),
    ];
  }
  const prepared = prepareTarget(target);
  for (const rule of rules.slice(0, MOST_RULES)) {
    const { location } = rule;
    if (typeof location !== 'string') continue;
    const octets = encodeUtf8(location);
    const pattern = parsePattern(octets, 0, octets.length);
    if (pattern === undefined || !matches(pattern, prepared)) continue;
    const policy = rule[TDM_POLICY];
    const value = String(rule[TDM_RESERVATION]);
    return [reservation(fileSource(location), value, typeof policy === 'string' ? policy : undefined)];
  }
  return [];
}

function readRules(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return undefined;
    return value.filter((rule) => typeof rule === 'object' && rule !== null);
  } catch {
    return undefined;
  }
}

function fileSource(location: string): UsageSource {
  return Object.freeze({ kind: 'file', name: '/.well-known/tdmrep.json', text: location });
}

/** A statement of reservation: `1` reserves text and data mining, `0` does not. Any other value states nothing. */
function reservation(source: UsageSource, value: string, policy: string | undefined): UsageStatement {
  const isReserved = value === '1';
  const isStated = isReserved || value === '0';
  const note = isStated
    ? policy !== undefined && `The rights holder names a policy: ${quote(policy)}`
    : NEITHER;
  return Object.freeze({
    convention: 'tdmrep',
    source,
    states: Object.freeze(isStated ? { 'tdm-reservation': value } : {}),
    says: Object.freeze(isStated ? { 'text-and-data-mining': isReserved ? 'disallow' : 'allow' } : {}),
    ...(note !== false && { note }),
    ...(!isStated && source.kind !== 'file' && { defect: NEITHER }),
  } as const);
}

const NEITHER = 'Neither 0 nor 1, so it has no effect';
