/** Tests that the page fits its window: nothing extends beyond it or is displaced, whichever parts are open. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  askFor,
  narrowPanelsByArea,
  needsBrowser,
  openPanel,
  panelsByArea,
  pasteDraft,
  settled,
  useWorkbench,
} from './open-page.ts';

const workbench = useWorkbench();

/** Elements outside the window, and elements wider than their visible part. */
function beyond(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    const wide = [...document.querySelectorAll('.answer, .answer-details, .tab-panel, .pane')].filter(
      (element) => element.scrollWidth > element.clientWidth + 1,
    );
    return [
      ...(scrollHeight > innerHeight ? [`height ${scrollHeight} of ${innerHeight}`] : []),
      ...(scrollWidth > innerWidth ? [`width ${scrollWidth} of ${innerWidth}`] : []),
      ...wide.map(
        ({ className, scrollWidth: width, clientWidth }) => `${className} ${width} of ${clientWidth}`,
      ),
    ];
  });
}

/** Runs in the page. Returns the side on which the first character of the answer's path appears. */
function pathBegins(): string {
  const text = document.querySelector('.sentence bdi[dir]')?.firstChild as Text;
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, 1);
  const { left } = range.getBoundingClientRect();
  range.selectNode(text);
  return left - range.getBoundingClientRect().left < 2 ? 'left' : 'right';
}

const sizes = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 390, height: 844, isMobile: true },
  { width: 360, height: 640, isMobile: true },
  { width: 844, height: 390, isMobile: true },
];

describe('nothing lies beyond the window', needsBrowser, () => {
  it.each(sizes)('$width × $height, in every panel', async ({ width, height, isMobile = false }) => {
    const { page, close } = await workbench.open({
      viewport: { width, height },
      isMobile,
      hasTouch: isMobile,
    });
    const isNarrow = width <= 900;
    const found: string[] = [];
    for (const name of [...(isNarrow ? narrowPanelsByArea : panelsByArea).values()].flat()) {
      await openPanel(page, name);
      for (const what of await beyond(page)) found.push(`${name}: ${what}`);
      // An opened panel must scroll into view and begin in the upper three quarters of the window.
      const top = (
        await page.locator('.tab-panel, .layout-narrow .left').filter({ visible: true }).first().boundingBox()
      )?.y;
      expect(top ?? height, name).toBeLessThan(height * 0.75);
    }
    expect(found).toEqual([]);
    await close();
  });

  it.each(sizes.filter(({ width }) => width === 1280 || width === 390))(
    '$width × $height, with a name of 380 characters and a path from right to left',
    async ({ width, height, isMobile = false }) => {
      const { page, problems, close } = await workbench.open({
        viewport: { width, height },
        isMobile,
        hasTouch: isMobile,
      });
      if (isMobile) await openPanel(page, 'robots.txt');
      const name = 'x'.repeat(380);
      await pasteDraft(page, `User-agent: ${name}\nDisallow: /\n\nUser-agent: *\nDisallow: /مرحبا/a\n`);
      await askFor(page, '/مرحبا/a', name);
      // Waits for the new answer, because the previous one may still be shown.
      await page.locator('.sentence', { hasText: name }).waitFor();
      await settled(page);
      // The path must follow the preceding word, as in left-to-right text.
      const [word, path] = await page.evaluate(() =>
        [...document.querySelectorAll('.sentence bdi')].map((one) => one.getBoundingClientRect().top),
      );
      expect(path as number).toBeGreaterThanOrEqual(word as number);
      // A path starts at the left with its first "/", even if the letters after it run from right to left.
      expect(await page.evaluate(pathBegins)).toBe('left');
      const found: string[] = [];
      for (const panel of [...(isMobile ? narrowPanelsByArea : panelsByArea).values()].flat()) {
        await openPanel(page, panel);
        for (const what of await beyond(page)) found.push(`${panel}: ${what}`);
      }
      expect(found).toEqual([]);
      // A name takes at most one line of a sentence, in every panel.
      for (const panel of ['Readings', 'Usage']) {
        await openPanel(page, panel);
        const sentence = await page.locator('.tab-panel p').first().boundingBox();
        expect(sentence?.height, panel).toBeLessThan(110);
      }
      expect(problems).toEqual([]);
      await close();
    },
  );

  it('a notice lies over the page and moves nothing', async () => {
    const { page, close } = await workbench.open();
    const top = async (): Promise<number | undefined> =>
      (await page.getByRole('region', { name: 'Panels' }).boundingBox())?.y;
    // The editor loads after the first view, and the answer arrives after the editor.
    await page.locator('.cm-content').waitFor();
    await page.getByRole('button', { name: 'Format' }).click();
    await page.locator('.notice').first().waitFor();
    const before = await top();
    await page.getByRole('button', { name: 'Format' }).click();
    await page.getByText('already formatted').waitFor();
    expect(await top()).toBe(before);
    await close();
  });

  it('names its panels in the help, which opens them', async () => {
    const { page, close } = await workbench.open();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Help…' }).click();
    const help = page.getByRole('dialog', { name: 'Help' });
    await help.waitFor();
    for (const name of [...panelsByArea.values()].flat())
      expect(await help.getByRole('button', { name, exact: true }).count(), name).toBe(1);
    await help.getByRole('button', { name: 'Identity' }).click();
    await page.getByRole('tab', { name: 'Identity', selected: true }).waitFor();
    await close();
  });
});
