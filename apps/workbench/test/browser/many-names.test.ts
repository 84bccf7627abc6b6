/** Tests extreme names of crawlers: one name of 10,000 characters, and a draft with 10,000 names. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { longestTask, medianOfThree } from './long-tasks.ts';
import { answerOf, askFor, needsBrowser, pasteDraft, settled, useWorkbench } from './open-page.ts';

const workbench = useWorkbench();

/** Permitted delay of a frame in milliseconds. */
const LIMIT_MS = 100;
/** All names fit into the 500 KiB that are read. */
const NAMES = Array.from(
  { length: 10_000 },
  (_, at) => `Bot-${at.toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string)}`,
);

/** Elements that make the page wider than its window, so that users must scroll sideways. */
function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return wide.map(({ tagName, className }) => `${tagName} ${className}`);
  });
}

describe('names of crawlers', needsBrowser, () => {
  it.each([
    ['a product token', 'a'.repeat(8_000), 'is not a known crawler'],
    ['near a known one', 'GPTBot'.repeat(1_300), 'is not a known crawler'],
    ['too long', 'a'.repeat(10_000), 'Cannot answer. A User-Agent header may have at most 8,192 characters'],
    ['not a name', '\u202e<&"'.repeat(2_500), 'Cannot answer. A User-Agent header may have at most 8,192'],
  ])(
    'one of 8,000 to 10,000 characters, %s, is never answered as if it were known',
    async (_, name, words) => {
      const milliseconds = await medianOfThree(LIMIT_MS, async () => {
        const { page, problems, close } = await workbench.open();
        const longest = await longestTask(page, 5, async () => {
          await askFor(page, '/checkout', name);
          await answerOf(page, words);
        });
        expect(await tooWide(page)).toEqual([]);
        expect(problems).toEqual([]);
        await close();
        return longest;
      });
      expect(milliseconds).toBeLessThan(LIMIT_MS);
    },
  );

  it('10,000 of a draft are told from unknown ones, and hold up nobody', async () => {
    const groups = NAMES.map((name) => `User-agent: ${name}\nDisallow: /${name}$\n`);
    const milliseconds = await medianOfThree(LIMIT_MS, async () => {
      const { page, problems, close } = await workbench.open();
      const longest = await longestTask(page, 50, async () => {
        await pasteDraft(page, groups.join('\n'));
        await settled(page);
        await askFor(page, `/${NAMES[9_999]}`, NAMES[9_999] as string);
        await answerOf(page, `No. ${NAMES[9_999]} may not fetch`);
        await askFor(page, `/${NAMES[9_999]}`, NAMES[0] as string);
        await answerOf(page, `Yes. ${NAMES[0]} may fetch`);
      });
      expect(await tooWide(page)).toEqual([]);
      expect(problems).toEqual([]);
      await close();
      return longest;
    });
    expect(milliseconds).toBeLessThan(LIMIT_MS);
  });
});
