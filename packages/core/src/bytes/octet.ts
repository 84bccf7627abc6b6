/** Names for the octets of the protocol (RFC 9309 §2.2, RFC 3986 §2), so that the code needs no bare numbers. */

export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SP = 0x20;
export const HASH = 0x23; // #
export const DOLLAR = 0x24; // $
export const PERCENT = 0x25; // %
export const LEFT_PARENTHESIS = 0x28; // (
export const STAR = 0x2a; // *
export const COMMA = 0x2c; // ,
export const HYPHEN = 0x2d; // -
export const SLASH = 0x2f; // /
export const COLON = 0x3a; // :
export const SEMICOLON = 0x3b; // ;
export const QUESTION = 0x3f; // ?

/** Whether the octet is `WS` in RFC 9309 §2.2: a space or a tab, nothing else. */
export function isWhiteSpace(octet: number | undefined): boolean {
  return octet === SP || octet === TAB;
}

/** Whether the octet is part of `NL` in RFC 9309 §2.2: LF or CR, but not NEL, LS, VT or FF. */
export function isLineEnd(octet: number | undefined): boolean {
  return octet === LF || octet === CR;
}

/** The octet in lower case if it is an ASCII letter; otherwise unchanged. */
export function toLowerCase(octet: number): number {
  return octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet;
}

/** Whether `octets` from `start` begin with `word` (given in lower case), ignoring ASCII case. */
export function beginsWithWord(octets: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let at = 0; at < word.length; at++) {
    if (toLowerCase(octets[start + at] as number) !== word[at]) return false;
  }
  return true;
}

/** The value of a hexadecimal digit, 0–15; −1 for any other octet. */
export function hexValue(octet: number | undefined): number {
  if (octet === undefined) return -1;
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const lower = octet | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Whether the octet is a control other than TAB. RFC 9309 §2.2 allows no such octet in a path pattern. */
export function isControl(octet: number): boolean {
  return octet < SP && octet !== TAB;
}
