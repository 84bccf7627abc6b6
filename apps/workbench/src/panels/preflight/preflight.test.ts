import { describe, expect, it } from 'vitest';
import type { PreflightAnswer } from '../../service/preflight.ts';
import { outcomeText, shapeText } from './preflight-panel.tsx';

const answer = (outcome: string) => ({ outcome }) as PreflightAnswer;

describe('the preflight panel', () => {
  it('says outcomes in sentences that name the crawler', () => {
    expect(outcomeText(answer('refused-by-name'), 'GPTBot')).toEqual({
      isAllowed: false,
      word: 'Refused by name.',
      text: 'robots.txt allows the page, but the site turns GPTBot away and serves others.',
    });
    expect(outcomeText(answer('rate-limited'), 'GPTBot')).not.toHaveProperty('isAllowed');
  });

  it('shows the name of what it does not know', () => {
    expect(outcomeText(answer('new-kind'), 'GPTBot')).toEqual({ word: 'new kind', text: '' });
    const policy = answer('new-kind').decision;
    expect(shapeText('new-kind', policy)).toBe('new kind');
  });

  it.each([
    ['refused', 'skip', 'this service does not fetch robots.txt there'],
    ['unreachable', 'defer', 'robots.txt cannot currently be read'],
    ['rules', 'skip', 'robots.txt does not allow it'],
  ] as const)(
    'a request that was not sent because of %s blames no file that was not read',
    (outcome, action, why) => {
      expect(shapeText('not-asked', { outcome, action } as PreflightAnswer['decision'])).toBe(
        `was not sent: ${why}`,
      );
    },
  );
});
