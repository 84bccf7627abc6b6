/**
 * Defines which targets exist, token by token: the text that a client sends for each token, and the token's two forms.
 * Sequences of these tokens spell every target and nothing else.
 *
 * - An octet that a URI may contain raw, other than `#`, is itself in both forms.
 * - The escape of a reserved octet that the folded form decodes is that octet in the folded form, and three octets in
 *   the plain form.
 * - A `%` may be literal if it does not begin an escape that normalizing would change. A hexadecimal digit that would
 *   complete such an escape is itself spelled as an escape (`%%36` for `%6`).
 * - Path segments `.` and `..` do not occur, because they are resolved beforehand.
 */
import { hexValue, PERCENT, QUESTION, SLASH } from '../bytes/octet.ts';
import { percentEncode } from '../bytes/text.ts';
import { isEncodedWhenRaw, isFolded, isUnreserved } from './normalise.ts';

export interface Token {
  /** The text that a client sends: one octet, or an escape of three octets. */
  readonly text: string;
  readonly plain: readonly number[];
  readonly folded: readonly number[];
}

/** The properties of the target so far that decide which tokens may follow. */
export interface Syntax {
  readonly isInQuery: boolean;
  /** The path segment so far: 0 = other text, 1 = empty, 2 = `.`, 3 = `..`. */
  readonly dots: number;
  /** State of a pending escape: 0 = none, 1 = after `%`, 16 + digit = after `%` and one hexadecimal digit. */
  readonly percent: number;
}

const DOT = 0x2e;
const HASH = 0x23;

/** The state before the slash with which every target begins. */
export const BEFORE_TARGET: Syntax = { isInQuery: false, dots: 0, percent: 0 };

/** Whether a target may end here. */
export function mayEnd({ dots }: Syntax): boolean {
  return dots < 2;
}

/** The token for the raw octet, if the token may come next. */
export function rawToken(syntax: Syntax, octet: number): Token | undefined {
  if (octet === HASH || isEncodedWhenRaw(octet)) return undefined;
  if (!syntax.isInQuery && syntax.dots >= 2 && (octet === SLASH || octet === QUESTION)) return undefined;
  if (syntax.percent > 1 && !staysEscape(syntax, syntax.percent - 16, octet)) return undefined;
  return { text: String.fromCharCode(octet), plain: [octet], folded: [octet] };
}

/** The token for the escaped octet, if the escape differs in meaning from the raw octet. */
export function escapeToken(syntax: Syntax, octet: number): Token | undefined {
  const text = percentEncode(octet);
  if (isFolded(octet, syntax.isInQuery)) {
    return { text, plain: [PERCENT, text.charCodeAt(1), text.charCodeAt(2)], folded: [octet] };
  }
  const isDigit = isUnreserved(octet) && hexValue(octet) >= 0;
  return isDigit && syntax.percent > 0 ? { text, plain: [octet], folded: [octet] } : undefined;
}

export function afterToken(syntax: Syntax, { text, folded }: Token): Syntax {
  const [octet] = folded as [number];
  const isRaw = text.length === 1;
  return {
    isInQuery: syntax.isInQuery || (isRaw && octet === QUESTION),
    dots: syntax.isInQuery ? 0 : dotsAfter(syntax.dots, isRaw ? octet : 0),
    percent: isRaw ? percentAfter(syntax.percent, octet) : 0,
  };
}

function dotsAfter(dots: number, octet: number): number {
  if (octet === SLASH) return 1;
  return octet === DOT && dots > 0 && dots < 3 ? dots + 1 : 0;
}

function percentAfter(percent: number, octet: number): number {
  if (octet === PERCENT) return 1;
  return percent === 1 && hexValue(octet) >= 0 ? 16 + octet : 0;
}

/** Whether `%`, the digit `high` and the octet `low` form no escape, or an escape that normalizing leaves unchanged. */
function staysEscape({ isInQuery }: Syntax, high: number, low: number): boolean {
  if (hexValue(low) < 0) return true;
  if (high >= 0x61 || low >= 0x61) return false;
  const octet = hexValue(high) * 16 + hexValue(low);
  return !isUnreserved(octet) && !isFolded(octet, isInQuery);
}
