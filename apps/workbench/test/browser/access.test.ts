import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  ambiguousOn,
  chosenIn,
  narrowPanelsByArea,
  needsBrowser,
  openPanel,
  panelsByArea,
  useWorkbench,
  violationsOn,
} from './open-page.ts';

const workbench = useWorkbench();
const panels = [...panelsByArea.values()].flat();
const narrowPanels = [...narrowPanelsByArea.values()].flat();

/** Runs in the page. Returns whether the focused element, its parent or the editor around it has an outline. */
function focusIsShown(): boolean {
  let element = document.activeElement as HTMLElement | null;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as HTMLElement;
  if (!element || element === document.body) return true;
  return [element, element.parentElement, element.closest('.cm-editor')].some((one) => {
    const style = one && getComputedStyle(one);
    return !!style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1.5;
  });
}

/** Violations of axe's rules, and controls that a screen reader cannot tell apart. */
async function faultsOn(page: Page): Promise<string[]> {
  return [...(await violationsOn(page)), ...(await ambiguousOn(page))];
}

describe('for everybody', needsBrowser, () => {
  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow, light', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
    ['narrow, dark', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
    ['4K, light', { colorScheme: 'light', viewport: { width: 3840, height: 2160 } }],
    ['4K, dark', { colorScheme: 'dark', viewport: { width: 3840, height: 2160 } }],
  ] as const)(
    'axe finds nothing in any panel, and every control has a name of its own: %s',
    async (_name, options) => {
      const { page, close } = await workbench.open({ ...options, reducedMotion: 'reduce' });
      // In a single-column layout, the findings are in a tab.
      await page.getByText('misspelt-record').waitFor({ state: 'attached' });
      const found: Record<string, string[]> = {};
      const isNarrow = 'viewport' in options && options.viewport.width < 900;
      for (const name of isNarrow ? narrowPanels : panels) {
        await openPanel(page, name);
        const violations = await faultsOn(page);
        if (violations.length > 0) found[name] = violations;
      }
      await openPanel(page, 'Verdicts');
      for (const name of ['URLs…', 'Crawlers…']) {
        if (name === 'Crawlers…') await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('button', { name }).click();
        await page.getByRole('dialog').waitFor();
        const violations = await faultsOn(page);
        if (violations.length > 0) found[name] = violations;
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      expect(found).toEqual({});
      await close();
    },
  );

  it('is at most 12 Tabs from the first task', () =>
    workbench.on(
      async (page) => {
        const tasks = page.getByRole('group', { name: 'Tasks' });
        let tabs = 0;
        do {
          await page.keyboard.press('Tab');
          tabs++;
        } while (tabs < 12 && !(await tasks.evaluate((group) => group.contains(document.activeElement))));
        expect(await tasks.evaluate((group) => group.contains(document.activeElement))).toBe(true);
        console.log(`from load to the first task: ${tabs} Tabs`);
      },
      { path: '' },
    ));

  it('needs no mouse: a verdict is reached, explained, and its line opened', () =>
    workbench.on(async (page) => {
      for (const part of ['question', 'answer', 'draft', 'panels']) {
        await page.keyboard.press('Tab');
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.textContent))
          .toBe(`Skip to the ${part}`);
      }
      await page.keyboard.press('Enter');
      for (let presses = 0; presses < 20; presses++) {
        if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid')) break;
        await page.keyboard.press('Tab');
      }
      await page.locator('.matrix-crawler[data-column="1"]', { hasText: 'bingbot' }).waitFor();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.getByText('bingbot may fetch /about').waitFor();
      const active = await page.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
        return document.getElementById(id)?.getAttribute('aria-label');
      });
      expect(active).toBe('Allowed');
      await page.keyboard.press('Control+End');
      await page
        .getByRole('region', { name: 'Why' })
        .getByText('/robots.txt itself is always allowed.')
        .waitFor();
      await page.keyboard.press('PageUp');
      // Goes backwards, because the answer comes before the panels.
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Shift+Tab');
        if (await page.evaluate(() => document.activeElement?.className === 'line-link')) break;
      }
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('editor');
      await page.keyboard.press('Alt+Enter');
      await page.getByText(/^Decided by line \d+ for/).waitFor();
    }));

  it('shows where the focus is, at every stop', async () => {
    const { page, close } = await workbench.open();
    const hidden: string[] = [];
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      // Waits, because the editor draws its focus outline a moment later.
      const isShown = await page.waitForFunction(focusIsShown, undefined, { timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (!isShown)
        hidden.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''));
    }
    expect(hidden).toEqual([]);
    await close();
  });

  it('chooses from a list by keyboard, with forced colours and reduced motion', () =>
    workbench.on(
      async (page) => {
        const list = page.getByRole('combobox', { name: 'Read as' });
        await list.locator('option[value="python"]').waitFor({ state: 'attached' });
        await list.focus();
        await page.keyboard.type('each');
        await expect.poll(() => chosenIn(page, 'Read as')).toContain('Each crawler’s own');
      },
      {
        forcedColors: 'active',
        reducedMotion: 'reduce',
      },
    ));

  it('moves between panels with the arrow keys', async () => {
    const { page, close } = await workbench.open();
    await page.getByRole('tab', { name: 'Verdicts' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Site', selected: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: 'AI report', selected: true }).waitFor();
    await close();
  });

  it('needs no scrolling sideways at 360 pixels', async () => {
    const { page, close } = await workbench.open({ viewport: { width: 360, height: 740 } });
    for (const name of narrowPanels) {
      await openPanel(page, name);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(`${name} ${width}`).toBe(`${name} 360`);
    }
    await close();
  });
});
