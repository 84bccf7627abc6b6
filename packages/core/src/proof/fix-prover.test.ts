/** Tests what is reported about a fix: proven, changed (with a description), or not proven. */
import { describe, expect, it } from 'vitest';
import { yandex } from '../dialects/documented.ts';
import { google } from '../dialects/google.ts';
import { rfc9309 } from '../parse/dialect.ts';
import { inWords } from './fix-effect.ts';
import { dialectsOf, editsKey, FixProver } from './fix-prover.ts';

const ENOUGH = 50_000;

/** A prover for the text, and a function that creates an edit replacing the first occurrence of a part of the text. */
function proverOf(text: string, own = dialectsOf({})) {
  const body = Buffer.from(text);
  const prover = new FixProver(body, body, own);
  const edit = (part: string, replacement: string) => {
    const start = text.indexOf(part);
    return { span: { start, end: start + part.length }, replacement };
  };
  return { prover, edit };
}

describe('the effect of edits', () => {
  const text = 'User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /c\n';

  it.each([
    ['a rule that another one covers', '/a/b', '/a/c', 'none'],
    ['a rule that becomes another', '/c', '/d', 'changed'],
    ['a name that everybody reads alike', 'Disallow: /c', 'disallow: /c', 'none'],
  ])('of %s', (_, part, replacement, kind) => {
    const { prover, edit } = proverOf(text);
    expect(prover.within(ENOUGH)([edit(part, replacement)]).kind).toBe(kind);
    expect(prover.ofSafe(ENOUGH)([edit(part, replacement)]).kind === 'none').toBe(kind === 'none');
  });

  it('names each dialect that changes', () => {
    const { prover, edit } = proverOf(text);
    expect(prover.within(ENOUGH)([edit('/c', '/d')])).toEqual({
      kind: 'changed',
      dialects: ['rfc9309', 'google'],
      text: 'RFC 9309, Google: any other crawler may no longer fetch /d and may fetch /c',
    });
  });

  it('is none for the standard but one for a parser that takes the first rule', () => {
    const { prover, edit } = proverOf('User-agent: *\nAllow: /a\nDisallow: /a\nDisallow: /b\n');
    const edits = [edit('Allow: /a\nDisallow: /a', 'Disallow: /a\nAllow: /a')];
    expect(prover.within(ENOUGH)(edits)).toEqual({ kind: 'none' });
    const effect = prover.ofSafe(ENOUGH)(edits);
    expect(effect.kind).toBe('moved');
    expect(inWords(effect)).toMatch(/may no longer fetch .*, which RFC 9309 allows$/);
  });

  it('is undecided without a file, and without work', () => {
    const { prover, edit } = proverOf(text);
    const edits = [edit('/a/b', '/a/c')];
    expect(prover.within(0)(edits)).toEqual({ kind: 'undecided' });
    expect(inWords(prover.within(0)(edits))).toBe('not proven to change no verdict');
    const none = new FixProver(undefined, Buffer.from(text), dialectsOf({}));
    expect([none.within(ENOUGH)(edits), none.ofSafe(ENOUGH)(edits)]).toEqual([
      { kind: 'undecided' },
      { kind: 'undecided' },
    ]);
  });

  it('is undecided where a proof ran out, and the proofs after it', () => {
    const { prover, edit } = proverOf(text);
    const prove = prover.within(1);
    expect(prove([edit('/a/b', '/a/c')])).toEqual({ kind: 'undecided' });
    expect(prove([])).toEqual({ kind: 'undecided' });
  });

  it('is asked once for the same edits, and again where it was undecided', () => {
    const { prover, edit } = proverOf(text);
    const edits = [edit('/a/b', '/a/c')];
    expect(prover.ofSafe(0)(edits)).toEqual({ kind: 'undecided' });
    const known = prover.ofSafe(ENOUGH)(edits);
    expect(known).toEqual({ kind: 'none' });
    expect(prover.ofSafe(0)(edits)).toBe(known);
    expect(prover.ofSafe(0)([edit('/a/b', '/a/d')])).toEqual({ kind: 'undecided' });
    expect(prover.ofSafe(0)([edit('/c', '/a/c')])).not.toBe(known);
  });

  it('of no edit is none', () => {
    const { prover } = proverOf(text);
    expect(prover.ofSafe(ENOUGH)([])).toEqual({ kind: 'none' });
  });

  it('is proven for the dialect of the profile, too, and for none twice', () => {
    expect(dialectsOf({})).toEqual([rfc9309, google]);
    expect(dialectsOf({ dialect: google })).toEqual([rfc9309, google]);
    expect(dialectsOf({ dialect: yandex })).toEqual([rfc9309, google, yandex]);
  });
});

describe('the sentence about an effect', () => {
  const named = 'User-agent: FooBot\nUser-agent: BAR\nDisallow: /x y\n';

  it.each([
    [
      named,
      '/x y',
      '/z',
      'RFC 9309: FooBot, BAR may no longer fetch /z and may fetch /x%20y; Google, Yandex: FooBot, BAR may no longer fetch /z',
    ],
    [
      'User-agent: *\nDisallow: /a b\n',
      '/a b',
      '/a%20b',
      'Google, Yandex: any other crawler may no longer fetch /a%20b',
    ],
    [
      'User-agent: *\nDisallow: /a|b\n',
      '/a|b',
      '/a%7Cb',
      'Google, Yandex: any other crawler may no longer fetch /a%7Cb and may fetch /a|b',
    ],
  ])('names URLs as clients send them: %j, %s to %s', (text, part, replacement, expected) => {
    const { prover, edit } = proverOf(text, [rfc9309, google, yandex]);
    expect(prover.within(ENOUGH)([edit(part, replacement)])).toMatchObject({ text: expected });
  });
});

it('text that looks like another edit is part of its own', () => {
  const one = [{ span: { start: 1, end: 2 }, replacement: 'a 3-4:b' }];
  const two = [
    { span: { start: 1, end: 2 }, replacement: 'a' },
    { span: { start: 3, end: 4 }, replacement: 'b' },
  ];
  expect(editsKey(one)).not.toBe(editsKey(two));
});
