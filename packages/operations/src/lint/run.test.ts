import { expect, it } from 'vitest';
import { greatestLimits } from '../limits.ts';
import { oneAnswer } from '../one-answer.ts';
import { lint } from './run.ts';

it.each([
  ['rules', { rules: { 'no-such-rule': 'off' } }],
  ['profile', { profile: 'no-such-profile' }],
] as const)('says that %s names something unknown', async (path, given) => {
  const asked = lint.asked({ robots: '', ...given }, { limits: greatestLimits });
  await expect(oneAnswer(lint, asked)).rejects.toMatchObject({ code: 'invalid-request', path });
});
