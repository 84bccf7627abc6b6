/** Tests that text that occurs in several names, but names no crawler, is never treated as one of these crawlers. */
import { describe, expect, it } from 'vitest';
import { answerOf, askFor, needsBrowser, useWorkbench } from './open-page.ts';

const workbench = useWorkbench();

describe('Enter in the field of the crawler', needsBrowser, () => {
  it.each([
    ['gpt', 'GPTBot'],
    ['bing', 'bingbot'],
    ['openai', 'GPTBot'],
    ['claude', 'ClaudeBot'],
    ['GPTBto', 'GPTBot'],
  ])('with %j answers for the name as typed, and offers %s', async (text, offered) => {
    const { page, problems, close } = await workbench.open();
    await askFor(page, '/', text);
    await answerOf(page, `${text} is not a known crawler`);
    const answer = page.getByRole('region', { name: 'Answer' });
    expect(await answer.locator('.sentence').textContent()).toContain(text);
    await answer.getByRole('button', { name: `Ask about ${offered}` }).click();
    await answer.locator('.sentence', { hasText: offered }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['GPTBot', 'gptbot', ''])('with %j says nothing of it', async (text) => {
    const { page, problems, close } = await workbench.open();
    await askFor(page, '/checkout', text);
    await answerOf(page, '/checkout');
    const answer = page.getByRole('region', { name: 'Answer' });
    expect(await answer.textContent()).not.toMatch(/known crawler|Ask about/);
    expect(problems).toEqual([]);
    await close();
  });
});
