/** The built page in the one browser of this run, served on the loopback interface under a strict policy. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Needs, needs } from '@robots-exclusion/testkit';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { serveStatic } from '../../scripts/serve-static.js';

/** Without a browser, these tests are skipped. */
export const needsBrowser: Needs = needs(
  'Chromium: install it, or name one in CHROMIUM',
  inject('browserEndpoint') !== '',
);

/** How long to wait for a condition. A hanging test must end, but a busy machine must not make a test fail. */
export const PATIENCE_MS = 120_000;

interface Workbench {
  /** The built files. */
  readonly folder: string;
  /** Paths requested from the host, in order. */
  readonly requests: string[];
  /** Opens a separate page without stored state. `problems` collects its errors. */
  open(options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

interface UsedWorkbench extends Omit<Workbench, 'close'> {
  /** Does some work on a page of its own, which must report no problem. */
  on(work: (page: Page) => Promise<unknown>, options?: OpenOptions): Promise<void>;
}

/**
 * `base` is the URL of another host that serves the same files. `prepare` is called before the page requests anything.
 */
export type OpenOptions = BrowserContextOptions & {
  path?: string;
  base?: string;
  prepare?: (page: Page) => Promise<unknown>;
};

export interface OpenPage {
  readonly page: Page;
  readonly problems: string[];
  close(): Promise<void>;
}

async function startWorkbench(): Promise<Workbench> {
  const folder = inject('pageFolder');
  const requests: string[] = [];
  const host = await serveStatic(folder, { onRequest: (path) => requests.push(path) });
  const browser = await chromium.connect(inject('browserEndpoint'));
  return {
    folder,
    requests,
    open: (options) => openPage(browser, host.url, options),
    async close() {
      await browser.close();
      await host.close();
    },
  };
}

interface AxeResult {
  readonly violations: readonly { id: string; nodes: readonly { html: string; failureSummary: string }[] }[];
}

/** Violations of axe's rules for WCAG 2.2 AA, and of its best practices. */
export async function violationsOn(page: Page): Promise<string[]> {
  // Runs axe's script through the debugger, because the page's policy forbids inserted scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } };
    return axe.run({
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

interface Part {
  readonly role: string;
  readonly name: string;
  /** The list, table or region around it. */
  readonly within: string;
}

const containers =
  /^(?:list|table|grid|listbox|tablist|group|region|form|search|navigation|dialog|tabpanel|main)$/;

/** Each part that a screen reader gets from Chromium, in order. */
async function partsOn(page: Page): Promise<readonly Part[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  // Chromium lists the nodes by depth.
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const inOrder = (id: string, within: string): Part[] => {
    const { ignored, role, name, childIds = [] } = byId.get(id) ?? { ignored: true };
    const part = { role: role?.value as string, name: (name?.value ?? '') as string, within };
    const around = !ignored && containers.test(part.role) ? `${part.role} ${part.name} ${id}` : within;
    return [...(ignored ? [] : [part]), ...childIds.flatMap((child) => inOrder(child, around))];
  };
  return inOrder(nodes[0]?.nodeId ?? '', '');
}

/** Role and name of the page's larger parts, as a screen reader gets them; parts without a name are left out. */
export async function spokenOn(page: Page): Promise<string[]> {
  const parts = /^(?:main|form|search|region|group|heading|textbox|button|combobox|tab|tabpanel|status)$/;
  return (await partsOn(page))
    .filter(({ role, name }) => parts.test(role) && name !== '')
    .map(({ role, name }) => `${role} ${name}`);
}

/** Controls that have no name, or the name of another one in the same list, table or region. */
export async function ambiguousOn(page: Page): Promise<string[]> {
  const controls = /^(?:button|link|textbox|searchbox|combobox|tab|checkbox|radio|DisclosureTriangle)$/;
  const seen = new Set<string>();
  return (await partsOn(page))
    .filter(({ role }) => controls.test(role))
    .filter(({ role, name, within }) => {
      const key = `${role} ${name} in ${within}`;
      const isSeen = seen.has(key);
      seen.add(key);
      return isSeen || name === '';
    })
    .map(({ role, name, within }) => `${role} “${name}” in ${within}`);
}

/** Starts the page before the tests of a `describe` block, and ends it after them. */
export function useWorkbench(): UsedWorkbench {
  let started: Workbench;
  beforeAll(async () => {
    if (!needsBrowser.skip) started = await startWorkbench();
  });
  afterAll(() => started?.close());
  return {
    get folder() {
      return started.folder;
    },
    get requests() {
      return started.requests;
    },
    open: (options) => started.open(options),
    async on(work, options) {
      const { page, problems, close } = await started.open(options);
      await work(page);
      expect(problems).toEqual([]);
      await close();
    },
  };
}

async function openPage(
  browser: Browser,
  url: string,
  { path = '#example', base = url, prepare, ...options }: OpenOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  page.on('console', (message) => {
    // A static host has no service. The page tests this once, and the browser logs the failure.
    if (message.type() === 'error' && !message.location().url.endsWith('/healthz'))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(`${error.message}\n${error.stack}`));
  page.on('dialog', (dialog) => {
    problems.push(`a script opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`);
    });
  });
  await prepare?.(page);
  await page.goto(base + path);
  await page.locator('.matrix-row, .start').first().waitFor();
  return { page, problems, close: () => context.close() };
}

export const panelsByArea: ReadonlyMap<string, readonly string[]> = new Map([
  ['Answers', ['Verdicts', 'Site', 'Readings', 'Usage', 'AI report']],
  ['Change', ['Block or welcome', 'Compare', 'History']],
  ['Live', ['Preflight', 'Watch']],
  ['Logs', ['Audit', 'Identity']],
]);

/** In a single-column layout, these are also tabs. */
export const narrowPanelsByArea: ReadonlyMap<string, readonly string[]> = new Map(
  [...panelsByArea].map(([area, names]) => {
    const first = area === 'Answers' ? ['Why'] : area === 'Change' ? ['robots.txt'] : [];
    return [area, [...first, ...names]];
  }),
);

/** Shows the tabs of the area that a panel is in. */
export async function openArea(page: Page, panel: string): Promise<void> {
  const [area] = [...narrowPanelsByArea].find(([, names]) => names.includes(panel)) ?? [];
  await page
    .getByRole('group', { name: 'Areas' })
    .getByRole('button', { name: area ?? panel })
    .click();
}

/** Opens a panel and waits until nothing in it is pending. */
export async function openPanel(page: Page, name: string): Promise<void> {
  await openArea(page, name);
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tabpanel', { name }).waitFor();
  await settled(page);
}

/** Selects one choice of a list, by its value or a part of its title. */
export async function choose(page: Page, label: string, wanted: string | RegExp): Promise<void> {
  const list = page.getByRole('combobox', { name: label, exact: true });
  if (typeof wanted === 'string') await list.selectOption(wanted);
  else {
    const option = list.locator('option').filter({ hasText: wanted }).first();
    await list.selectOption(await option.evaluate((element) => (element as HTMLOptionElement).value));
  }
}

/** The title of the chosen choice of a list. */
export function chosenIn(page: Page, label: string): Promise<string | null> {
  return page.getByRole('combobox', { name: label, exact: true }).locator('option:checked').textContent();
}

/** Waits until every part of the page has its results. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

export async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Replaces the draft with a text by pasting it, as a user would. */
export async function pasteDraft(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+A');
  await page.locator('.cm-content').evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Asks one question, as a new user does: fills the field and presses Enter. */
export async function askFor(page: Page, url: string, crawler?: string): Promise<void> {
  if (crawler !== undefined) await page.getByLabel('Crawler', { exact: true }).fill(crawler);
  await page.getByLabel('URL or path').fill(url);
  await page.keyboard.press('Enter');
}

/** Waits until the answer contains a text. */
export async function answerOf(page: Page, text: string): Promise<void> {
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect
    .poll(async () => (await answer.textContent())?.replaceAll(/\s+/g, ' '), { timeout: PATIENCE_MS })
    .toContain(text);
}
