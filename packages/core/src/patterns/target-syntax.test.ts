/** Tests that tokens spell all existing targets, and only those, in both forms (RFC 3986 §2, §3.3; RFC 9309 §2.2.2). */
import { describe, expect, it } from 'vitest';
import { prepareTarget } from './target.ts';
import {
  afterToken,
  BEFORE_TARGET,
  escapeToken,
  mayEnd,
  rawToken,
  type Syntax,
  type Token,
} from './target-syntax.ts';

interface Spelling {
  readonly syntax: Syntax;
  readonly text: string;
  readonly plain: readonly number[];
  readonly folded: readonly number[];
}

const NOTHING: Spelling = { syntax: BEFORE_TARGET, text: '', plain: [], folded: [] };

function after({ syntax, text, plain, folded }: Spelling, token: Token): Spelling {
  return {
    syntax: afterToken(syntax, token),
    text: text + token.text,
    plain: [...plain, ...token.plain],
    folded: [...folded, ...token.folded],
  };
}

function spell(raw: string): Spelling {
  return [...raw].reduce((spelling, character) => {
    return after(spelling, rawToken(spelling.syntax, character.charCodeAt(0)) as Token);
  }, NOTHING);
}

function isTarget(text: string, plain: readonly number[], folded: readonly number[]): boolean {
  const target = prepareTarget(text);
  return (
    Buffer.from(target.plain).equals(Buffer.from(plain)) &&
    Buffer.from(target.folded).equals(Buffer.from(folded))
  );
}

const octetsOf = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

describe.each(['/', '/a/', '/.', '/..', '/...', '/?', '/?..', '/%', '/%4', '/?%2'])('after %s', (start) => {
  const octets = octetsOf('/.%26a?! #');

  it('what tokens spell is a target, and what they refuse is none', () => {
    const wrong: string[] = [];
    const visit = (spelling: Spelling, left: number): void => {
      const { syntax, text, plain, folded } = spelling;
      if (isTarget(text, plain, folded) !== mayEnd(syntax)) wrong.push(text);
      for (const octet of left > 0 ? octets : []) {
        const raw = rawToken(syntax, octet);
        if (raw) visit(after(spelling, raw), left - 1);
        else {
          const refused = text + String.fromCharCode(octet);
          if (isTarget(refused, [...plain, octet], [...folded, octet])) wrong.push(refused);
        }
        const escaped = escapeToken(syntax, octet);
        if (escaped) visit(after(spelling, escaped), left - 1);
      }
    };
    visit(spell(start), 2);
    expect(wrong).toEqual([]);
  });
});

it('tokens spell every target', () => {
  const parts = [
    '/',
    '.',
    'a',
    '4',
    '1',
    '?',
    '!',
    '%',
    '%21',
    '%2F',
    '%2f',
    '%3F',
    '%41',
    '%66',
    '%25',
    ' ',
  ];
  const texts = parts.flatMap((a) => parts.flatMap((b) => parts.map((c) => `/${a}${b}${c}`)));
  const longer = ['/?/%2F', '/%%36f', '/?%%3Ff', '/a/../b', '/%2e%2E/', '/?%4%31'];
  expect([...texts, ...longer].filter((text) => !isSpelled(text))).toEqual([]);
});

/** Whether some sequence of tokens spells the target in both forms. */
function isSpelled(text: string): boolean {
  const { plain, folded } = prepareTarget(text);
  const seek = (spelling: Spelling): boolean => {
    const { syntax } = spelling;
    const [at, to] = [spelling.plain.length, spelling.folded.length];
    if (at === plain.length && to === folded.length)
      return mayEnd(syntax) && isTarget(spelling.text, [...plain], [...folded]);
    const octet = folded[to];
    if (octet === undefined) return false;
    const fits = (token: Token | undefined): token is Token =>
      token?.plain.every((each, index) => each === plain[at + index]) ?? false;
    return [rawToken(syntax, octet), escapeToken(syntax, octet)].some(
      (token) => fits(token) && seek(after(spelling, token)),
    );
  };
  return seek(NOTHING);
}

describe('an escape is a token where it means something else than its octet', () => {
  it.each([
    ['/', '!', true],
    ['/', '/', false],
    ['/?', '/', true],
    ['/?', '?', true],
    ['/', '&', false],
    ['/', '6', false],
    ['/%', '6', true],
    ['/%4', 'f', true],
    ['/%4', '0', true],
    ['/%4', 'g', false],
    ['/%', '-', false],
    ['/', ' ', false],
  ])('after %s, that of %j: %s', (start, octet, isToken) => {
    const token = escapeToken(spell(start).syntax, octet.charCodeAt(0));
    expect(token?.text).toBe(isToken ? `%${octet.charCodeAt(0).toString(16).toUpperCase()}` : undefined);
  });
});
