/** Dictionaries of Structured Fields (RFC 9651 §3.2, §4.2.2), as far as needed for statements of preference. */
import { isInnerList, parseDictionary, Token } from 'structured-headers';

/** One member of a dictionary. */
export interface Member {
  /** The value if it is a Token; a value of any other type states no preference. */
  readonly token?: string;
  /** The keys of the member's parameters. */
  readonly parameters: readonly string[];
}

/** The members by key, or the offset at which the text stops being a dictionary. */
export type DictionaryReading =
  | { readonly members: ReadonlyMap<string, Member> }
  | { readonly problem: string; readonly offset: number };

/**
 * Reads octets as a Dictionary. If a key is repeated, its last member counts, with its value and parameters. Any error,
 * including an octet outside ASCII, invalidates the whole Dictionary.
 */
export function readDictionary(octets: Uint8Array): DictionaryReading {
  const beyond = octets.findIndex((octet) => octet >= 0x80);
  if (beyond >= 0) return { problem: 'a character outside ASCII', offset: beyond };
  let text = '';
  for (const octet of octets) text += String.fromCharCode(octet);
  try {
    const members = new Map<string, Member>();
    for (const [key, member] of parseDictionary(datesAsTokens(text))) {
      const value = isInnerList(member) ? undefined : member[0];
      const parameters = [...member[1].keys()];
      members.set(key, value instanceof Token ? { token: value.toString(), parameters } : { parameters });
    }
    return { members };
  } catch (error) {
    return problemOf(error, octets.length);
  }
}

/**
 * Replaces each well-formed Date by a Token, because the parser accepts a Date only at the end of the text. No date
 * value is needed here, so an upper-case letter replaces the `@`: the Token has the same length and is never a key. A
 * Date is well-formed if `=`, `(` or SP precedes it and a valid continuation of a bare item follows it. If the
 * replacement changes a character within a String, the String keeps its length and its end.
 */
function datesAsTokens(text: string): string {
  return text.includes('@') ? text.replace(DATE_SIGN, '$1D') : text;
}

const DATE_SIGN = /([=( ])@(?=-?[0-9]{1,15}(?:[,; \t)]|$))/g;

/** The problem that an error reports. `structured-headers` gives the offset only in the error's message. */
function problemOf(error: unknown, length: number): DictionaryReading {
  const message = error instanceof Error ? error.message : '';
  const [, problem = 'no dictionary', offset = '0'] =
    /^Parse error: ([\s\S]*) at offset ([0-9]+)$/.exec(message) ?? [];
  return {
    problem: problem.replace(/^Expected (.)$/, '"$1" is missing'),
    offset: Math.min(Number(offset), length),
  };
}
