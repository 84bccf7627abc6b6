/** Tests that each line number leads to its line in the editor, even if the editor loads after the click. */
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  narrowPanelsByArea,
  needsBrowser,
  openPanel,
  PATIENCE_MS,
  panelsByArea,
  useWorkbench,
} from './open-page.ts';

const workbench = useWorkbench();

/** Links to lines outside the editor: in the panel, the answer and the findings. */
function lineLinks(page: Page): Locator {
  return page.locator('.line-link').filter({ visible: true });
}

/** Clicks a link, and waits until the editor shows its line, visible and focused. */
async function follow(page: Page, link: Locator): Promise<void> {
  // Its name may go on with what happens on the line.
  const [line] = /\d+/.exec((await link.textContent()) ?? '') ?? [];
  await link.click();
  const active = page.locator('.cm-activeLineGutter', { hasText: new RegExp(`^${line}$`) });
  await active.filter({ visible: true }).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('.editor'));
  expect(await page.locator('.cm-activeLine').first().isVisible()).toBe(true);
}

/** Holds back the editor's code until the test releases it. */
function heldEditor(): { prepare(page: Page): Promise<unknown>; letGo(): Promise<void> } {
  const held: Route[] = [];
  let isHeld = true;
  return {
    prepare: (page) =>
      page.route(/draft-editor/, (route) => {
        if (!isHeld) return route.continue();
        held.push(route);
        return undefined;
      }),
    async letGo() {
      isHeld = false;
      for (const route of held) await route.continue();
    },
  };
}

describe('lines', needsBrowser, () => {
  it.each([
    { width: 1280, height: 720, isMobile: false, panels: panelsByArea },
    { width: 390, height: 844, isMobile: true, panels: narrowPanelsByArea },
  ])('$width × $height: of every panel', async ({ width, height, isMobile, panels }) => {
    const { page, problems, close } = await workbench.open({ viewport: { width, height }, isMobile });
    let followed = 0;
    for (const panel of [...panels.values()].flat()) {
      await openPanel(page, panel);
      const count = await lineLinks(page).count();
      for (const index of new Set([0, Math.floor(count / 2), count - 1])) {
        if (index < 0 || index >= count) continue;
        if (isMobile) await openPanel(page, panel);
        await follow(page, lineLinks(page).nth(index));
        followed++;
      }
    }
    expect(followed).toBeGreaterThan(10);
    expect(problems).toEqual([]);
    await close();
  });

  it('of a finding, before there is an editor', async () => {
    const editor = heldEditor();
    const { page, problems, close } = await workbench.open({ prepare: editor.prepare });
    const link = page
      .getByRole('region', { name: 'Findings' })
      .locator('.line-link')
      .filter({ visible: true })
      .last();
    await link.waitFor();
    const followed = follow(page, link);
    // The click is over before the editor has loaded.
    await page.waitForFunction(() => document.activeElement?.matches('.line-link'));
    await editor.letGo();
    await followed;
    expect(problems).toEqual([]);
    await close();
  });

  it('a fix that is asked for before there is an editor is made', async () => {
    const editor = heldEditor();
    const { page, problems, close } = await workbench.open({ prepare: editor.prepare });
    const fixes = page.getByRole('region', { name: 'Findings' }).locator('button.fix');
    await fixes.first().waitFor();
    const before = await fixes.count();
    await fixes.first().click();
    await editor.letGo();
    await expect.poll(() => fixes.count(), { timeout: PATIENCE_MS }).toBe(before - 1);
    expect(problems).toEqual([]);
    await close();
  });
});
