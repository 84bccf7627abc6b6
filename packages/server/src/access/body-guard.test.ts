/** Tests which bodies the service accepts, and how it reads header fields that a host program provides. */
import { describe, expect, it } from 'vitest';
import { fieldReader } from './connection.ts';
import { bodyRefusal } from './gate.ts';

const refusal = (headers: Record<string, string>) => bodyRefusal((name) => headers[name] ?? null, 100);

describe('a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/x-ndjson',
  ])('of type %s is read', (type) => {
    expect(refusal({ 'content-type': type })).toBeUndefined();
    expect(refusal({ 'content-type': type, 'content-encoding': 'Identity' })).toBeUndefined();
  });

  it.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
  ])('of type %j is not', (type) => {
    const problem = { problem: 'unsupported-media-type' };
    expect(refusal({ 'content-type': type })).toMatchObject(problem);
    expect(refusal({})).toMatchObject(problem);
  });

  it.each(['gzip', 'br', ''])('in the coding %j is not', (coding) => {
    const problem = { problem: 'unsupported-media-type' };
    expect(refusal({ 'content-type': 'application/json', 'content-encoding': coding })).toMatchObject(
      problem,
    );
  });

  it('that states more octets than are read is not', () => {
    const length = (octets: string, type = 'application/json') =>
      refusal({ 'content-type': type, 'content-length': octets });
    expect(length('100')).toBeUndefined();
    expect(length('101')).toEqual({
      problem: 'content-too-large',
      facts: { detail: 'The body has more than 100 octets, the limit maxRequestBytes' },
    });
    expect(length('101', 'application/x-ndjson')).toBeUndefined();
  });
});

describe('a header', () => {
  it('comes from the host where it has it, with all values of a field', () => {
    const request = new Request('http://h/', { headers: { accept: 'c' } });
    const field = fieldReader(request, { headers: { accept: ['a', 'b'], host: 'h' } });
    expect(field('accept')).toBe('a, b');
    expect(field('host')).toBe('h');
    expect(field('origin')).toBeNull();
  });

  it('otherwise comes from the request', () => {
    const field = fieldReader(new Request('http://h/', { headers: { accept: 'c' } }), {});
    expect(field('accept')).toBe('c');
    expect(field('origin')).toBeNull();
  });
});
