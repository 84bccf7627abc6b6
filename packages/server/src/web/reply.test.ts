/** Tests that the service's responses are safe to show in a terminal, and that they still parse to the same values. */
import { expect, it } from 'vitest';
import { jsonReply, problemReply } from './reply.ts';

const hostile = 'a\u001b[31m\u009b\u202e\u2028b \u00e9 \u{1f600}';
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}]/u;

it('JSON', async () => {
  const text = await jsonReply(JSON.stringify({ url: hostile }), 'id').text();
  expect(text).not.toMatch(UNSAFE);
  expect(text).toContain('\u00e9 \u{1f600}');
  expect(JSON.parse(text)).toEqual({ url: hostile });
});

it('problem details', async () => {
  const errors = [{ path: hostile, message: 'Unknown member' }];
  const text = await problemReply('invalid-request', 'id', { errors }).text();
  expect(text).not.toMatch(UNSAFE);
  expect(JSON.parse(text)).toMatchObject({ errors });
});
