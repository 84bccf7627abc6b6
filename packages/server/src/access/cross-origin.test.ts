/** Tests CORS: pages of allowed origins may read responses, but never with credentials. */
import { expect, it } from 'vitest';
import { createCrossOrigin } from './cross-origin.ts';

const fieldsFor = createCrossOrigin(['https://a.example', 'https://b.example']);
const origin = 'https://b.example';
const read = {
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'x-request-id, retry-after',
  vary: 'origin',
};

it('a page of an allowed origin may read the response', () => {
  expect(fieldsFor(origin, false)).toEqual(read);
});

it('a preflight is told which requests are allowed, and nothing of credentials', () => {
  expect(fieldsFor(origin, true)).toEqual({
    ...read,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type, x-request-id, x-requested-with',
    'access-control-max-age': '600',
  });
});

it.each([null, 'null', '*', '', 'https://c.example', 'http://b.example', 'https://b.example.evil.example'])(
  'a page of %s gets nothing',
  (other) => {
    expect(fieldsFor(other, false)).toBeUndefined();
    expect(fieldsFor(other, true)).toBeUndefined();
  },
);
