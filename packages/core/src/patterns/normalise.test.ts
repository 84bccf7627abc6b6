/** Tests the two forms of octets (RFC 9309 §2.2.2, RFC 3986 §2.1, §2.2, §2.3). */
import { describe, expect, it } from 'vitest';
import { firstQuestion, foldedForm, isNormal, plainForm } from './normalise.ts';

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function forms(text: string): readonly [plain: string, folded: string] {
  const octets = octetsOf(text);
  const question = firstQuestion(octets, 0, octets.length);
  const all = [plainForm(octets, 0, octets.length), foldedForm(octets, 0, octets.length, question)];
  return all.map((form) => Buffer.from(form).toString('latin1')) as [string, string];
}

const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
const FOLDED = "!$'()*,:;@[]";
const NEVER_DECODED = '&=+#%';

describe('the plain and the folded form of every octet and its escape', () => {
  it.each(Array.from({ length: 128 }, (_, octet) => [octet] as const))('octet %i', (octet) => {
    const raw = String.fromCharCode(octet);
    const escaped = `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    const isRaw = [...UNRESERVED, ...FOLDED, ...NEVER_DECODED, '/', '?'].includes(raw);
    expect(forms(`/${raw}`)).toEqual(isRaw ? [`/${raw}`, `/${raw}`] : [`/${escaped}`, `/${escaped}`]);
    expect(isNormal(octetsOf(raw), 0, 1)).toBe(isRaw && raw !== '%');
    const plain = UNRESERVED.includes(raw) ? raw : escaped;
    const isFolded = FOLDED.includes(raw);
    expect(forms(`/${escaped.toLowerCase()}`)).toEqual([`/${plain}`, `/${isFolded ? raw : plain}`]);
    const isFoldedInQuery = isFolded || raw === '/' || raw === '?';
    expect(forms(`/?${escaped}`)).toEqual([`/?${plain}`, `/?${isFoldedInQuery ? raw : plain}`]);
  });

  it.each([
    ['/ééé', '/%C3%A9%C3%A9%C3%A9'],
    ['/a é', '/a%20%C3%A9'],
    ['/%', '/%'],
    ['/%4', '/%4'],
    ['/%g1', '/%g1'],
    ['/%1g', '/%1g'],
    ['/%2541', '/%2541'],
    ['/%%41', '/%A'],
    ['/%ff%Fe', '/%FF%FE'],
  ])('%j → %s', (text, expected) => {
    expect(forms(text)).toEqual([expected, expected]);
  });
});

it('a form that changes nothing is a view', () => {
  const octets = octetsOf('x/a?b#');
  expect(plainForm(octets, 1, 4).buffer).toBe(octets.buffer);
  expect(Buffer.from(foldedForm(octets, 1, 4, 4)).toString()).toBe('/a?');
});

it('a part has the forms that it has in the whole', () => {
  const octets = octetsOf('/%3f?%3f/%3f%41 ');
  const question = firstQuestion(octets, 0, octets.length);
  const part = (start: number, end: number) =>
    Buffer.from(foldedForm(octets, start, end, question)).toString();
  expect([part(1, 4), part(5, 8), part(9, 15), part(12, 14)]).toEqual(['%3F', '?', '?A', '%4']);
  expect(firstQuestion(octets, 5, 8)).toBe(8);
});
