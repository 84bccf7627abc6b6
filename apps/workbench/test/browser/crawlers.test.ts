/** A text that is not a crawler but part of several names is never answered as if one of them were meant. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, askFor, needsBrowser, startWorkbench, type Workbench } from './open-page.ts';

let workbench: Workbench;

describe('Enter in the field of the crawler', needsBrowser, () => {
  beforeAll(async () => {
    workbench = await startWorkbench();
  });
  afterAll(() => workbench?.close());

  it.each([
    ['gpt', /for GPTBot, the first that it may mean/],
    ['bing', /for bingbot, the first that it may mean/],
    ['openai', /for \S+, the first that it may mean/],
    ['claude', /for Claude\S*, the first that it may mean/],
    ['GPTBto', /did you mean GPTBot\?/],
  ])('with %j says who was asked about', async (text, note) => {
    const { page, problems, close } = await workbench.open();
    await askFor(page, '/', text);
    await answerOf(page, `${text} is not a known crawler`);
    const answer = page.getByRole('region', { name: 'Answer' });
    expect((await answer.textContent())?.replaceAll(/\s+/g, ' ')).toMatch(note);
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['GPTBot', 'gptbot', ''])('with %j says nothing of it', async (text) => {
    const { page, problems, close } = await workbench.open();
    await askFor(page, '/checkout', text);
    await answerOf(page, '/checkout');
    const answer = page.getByRole('region', { name: 'Answer' });
    expect(await answer.textContent()).not.toMatch(/known crawler|may mean/);
    expect(problems).toEqual([]);
    await close();
  });
});
