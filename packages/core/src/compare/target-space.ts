/**
 * The targets over which two files are compared, and the forms in which patterns match them: RFC 9309's two forms, or
 * the octets as written.
 */
import { percentEncode } from '../bytes/text.ts';
import { prepareTarget } from '../patterns/target.ts';
import {
  afterToken,
  escapeToken,
  mayEnd,
  rawToken,
  type Syntax,
  type Token,
} from '../patterns/target-syntax.ts';

export interface TargetSpace {
  /** The forms of a target with which patterns are compared. If the forms are equal, both are the same array. */
  prepare(target: string): { readonly folded: Uint8Array; readonly plain: Uint8Array };
  /** The token for the raw octet; `undefined` if the octet may not follow. */
  rawToken(syntax: Syntax, octet: number): Token | undefined;
  /** The token for the escaped octet; `undefined` if the escape means the same as the raw octet. */
  escapeToken(syntax: Syntax, octet: number): Token | undefined;
  afterToken(syntax: Syntax, token: Token): Syntax;
  mayEnd(syntax: Syntax): boolean;
  /** Octets that, regardless of the patterns, affect which octets may follow. */
  readonly syntaxOctets: readonly number[];
  /** Whether a pattern may distinguish an escape from the octet that it encodes. */
  readonly hasForms: boolean;
  /** A target that is allowed regardless of the rules; empty if there is none. */
  readonly exempt: string;
}

const octetsOfSyntax: readonly number[] = [...'/.?'].map((octet) => octet.charCodeAt(0));

/** The targets that a client sends under RFC 9309. */
export const clientTargets: TargetSpace = {
  prepare: prepareTarget,
  rawToken,
  escapeToken,
  afterToken,
  mayEnd,
  syntaxOctets: octetsOfSyntax,
  hasForms: true,
  exempt: '/robots.txt',
};

const HASH = 0x23;

/**
 * Every run of octets that begins with a slash and contains no `#`. A dialect that normalizes targets sees only some of
 * these runs, so two files that agree on all runs also agree for that dialect.
 */
export const octetTargets: TargetSpace = {
  prepare(target) {
    const octets = Uint8Array.from(target, (character) => character.charCodeAt(0));
    return { folded: octets, plain: octets };
  },
  rawToken: (_, octet) =>
    octet === HASH ? undefined : { text: String.fromCharCode(octet), plain: [octet], folded: [octet] },
  escapeToken: () => undefined,
  afterToken: (syntax) => syntax,
  mayEnd: () => true,
  syntaxOctets: [],
  hasForms: false,
  exempt: '',
};

/** Octets that URL parsers escape anywhere before they send a target (URL Standard 1.3), and those only in paths. */
const ESCAPED_WHEN_SENT = /[^!-~]|["<>\\]/;
const ESCAPED_IN_PATHS = /[`{}]/;

function isEscaped(character: string, isInQuery: boolean): boolean {
  return ESCAPED_WHEN_SENT.test(character) || (!isInQuery && ESCAPED_IN_PATHS.test(character));
}

/** The targets among {@link octetTargets} that a URL parser can produce: for a parser that compares what was sent. */
export const sentTargets: TargetSpace = {
  ...octetTargets,
  prepare(target) {
    let isInQuery = false;
    const sent = Array.from(target, (character) => {
      isInQuery ||= character === '?';
      return isEscaped(character, isInQuery) ? percentEncode(character.charCodeAt(0)) : character;
    });
    return octetTargets.prepare(sent.join(''));
  },
  rawToken: (syntax, octet) =>
    isEscaped(String.fromCharCode(octet), syntax.isInQuery)
      ? undefined
      : octetTargets.rawToken(syntax, octet),
  afterToken: (syntax, { text }) => (text === '?' ? { ...syntax, isInQuery: true } : syntax),
};
