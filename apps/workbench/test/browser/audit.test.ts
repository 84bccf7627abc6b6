/** Tests the audit panel with a log of a million lines, with versions, and with the service's report. */
import type { AuditReport } from '@robots-exclusion/audit';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { longestTask, medianOfThree } from './long-tasks.ts';
import { needsBrowser, openPanel, settled, useWorkbench, violationsOn } from './open-page.ts';
import { startService } from './start-service.ts';

/** Limit on the delay of a frame in milliseconds. A longer delay would be noticeable. */
const MOST_TASK_MS = 100;
/** Limit on the time in which a browser on a busy machine reads the log. */
const READING_MS = 300_000;

const OPEN = 'User-agent: *\nAllow: /\n';
const CLOSED = 'User-agent: *\nDisallow: /private/\nDisallow: /search\n\nUser-agent: GPTBot\nDisallow: /\n';

/** Creates files in the page. This step is separate, so that the measured time does not include it. */
async function make(
  page: Page,
  files: readonly { name: string; parts: string[]; times: number }[],
): Promise<void> {
  await page.evaluate((given) => {
    const made = new DataTransfer();
    for (const { name, parts, times } of given) {
      made.items.add(new File([new Blob(Array.from({ length: times }, () => parts).flat())], name));
    }
    Object.assign(globalThis, { made });
  }, files);
}

/** Assigns the created files to an input in the page, as if a user had chosen them. */
async function chooseMade(page: Page, title: string): Promise<void> {
  await page.evaluate((wanted) => {
    const label = [...document.querySelectorAll('label')].find((one) => one.textContent?.includes(wanted));
    const input = label?.querySelector('input') as HTMLInputElement;
    input.files = (globalThis as unknown as { made: DataTransfer }).made.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, title);
}

async function choose(page: Page, title: string, files: Parameters<typeof make>[1]): Promise<void> {
  await make(page, files);
  await chooseMade(page, title);
}

const AGENTS = [
  'GPTBot/1.3',
  'CCBot/2.0',
  'Googlebot/2.1',
  'FooBot/1.0 (+https://foo.example/)',
  'Mozilla/5.0 Chrome/140',
];

/** A thousand lines over five days. */
function lines(): string {
  return Array.from({ length: 1000 }, (_, index) => {
    const day = String(1 + Math.floor(index / 200)).padStart(2, '0');
    const hour = String(Math.floor((index % 200) / 9)).padStart(2, '0');
    const url =
      index % 50 === 0 ? '/robots.txt' : index % 3 === 0 ? `/private/${index % 7}` : `/page/${index}`;
    return `192.0.2.${1 + (index % 200)} - - [${day}/Nov/2026:${hour}:00:00 +0000] "GET ${url} HTTP/1.1" 200 5 "-" "${AGENTS[index % AGENTS.length]}"\n`;
  }).join('');
}

/** The report's count, below its headline. */
function requestsOf(page: Page, count: string): Locator {
  return page.getByRole('region', { name: 'Requests' }).getByText(`${count} requests`, { exact: true });
}

describe('the audit panel', needsBrowser, () => {
  const workbench = useWorkbench();

  const versions = [
    { name: '2026-11-01T00-00-00Z.txt', parts: [OPEN], times: 1 },
    { name: '2026-11-03T00-00-00Z.txt', parts: [CLOSED], times: 1 },
  ];

  it('reads a million lines, and no frame waits for them', async () => {
    const figure = await medianOfThree(MOST_TASK_MS, async () => {
      const { page, problems, close } = await workbench.open();
      await openPanel(page, 'Audit');
      await choose(page, 'Open versions', versions);
      await make(page, [{ name: 'access.log', parts: [lines()], times: 1000 }]);
      const longest = await longestTask(page, 20, async () => {
        await chooseMade(page, 'Open logs');
        await requestsOf(page, '1,000,000').waitFor({ timeout: READING_MS });
      });
      expect(problems).toEqual([]);
      await close();
      return longest;
    });
    expect(figure).toBeLessThan(MOST_TASK_MS);
  });

  it.each(['light', 'dark'] as const)(
    'shows lanes, lines by crawlers and crawlers; axe finds nothing: %s',
    async (colorScheme) => {
      const { page, problems, close } = await workbench.open({
        colorScheme,
        viewport: { width: 1280, height: 1400 },
      });
      await openPanel(page, 'Audit');
      await choose(page, 'Open versions', versions);
      await choose(page, 'Open logs', [{ name: 'access.log', parts: [lines()], times: 3 }]);
      await requestsOf(page, '3,000').waitFor();
      await settled(page);
      await page.getByRole('img', { name: /^GPTBot: \d+ requests/ }).waitFor();
      await page.getByText('robots.txt changed once').waitFor();
      const heat = page.getByRole('group', { name: 'Violations by line and crawler' });
      await heat.getByText('Disallow: /private/').waitFor();
      // No request is within the grace period, so the counts of violations equal those in the table of crawlers.
      const kept = await heat.getByRole('row', { name: /Disallow: \/private\// }).innerText();
      expect(kept.match(/\b\d{2,3}\b(?=\s)/g)?.slice(-3)).toEqual(['81', '81', '78']);
      expect(await violationsOn(page)).toEqual([]);
      const folder = process.env['ROBOTS_SCREENSHOTS'];
      if (folder) await page.screenshot({ path: `${folder}/audit-${colorScheme}.png`, fullPage: true });
      const rows = page.getByRole('group', { name: 'Crawlers in the log' }).getByRole('row');
      expect(await rows.count()).toBe(5);
      await page.getByRole('searchbox', { name: 'Filter' }).fill('gptb');
      expect(await rows.count()).toBe(2);
      expect(problems).toEqual([]);
      await close();
    },
  );

  it('takes a log that is dropped on it, and leads from a line that was not kept to the editor', () =>
    workbench.on(async (page) => {
      await openPanel(page, 'Audit');
      const log = lines().replaceAll('/private/', '/cart/');
      await page.evaluate((text) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([text], 'dropped.log'));
        const target = document.querySelector('[data-takes-files]');
        for (const type of ['dragover', 'drop'])
          target?.dispatchEvent(
            new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true }),
          );
      }, log);
      await requestsOf(page, '1,000').waitFor();
      await page
        .getByRole('group', { name: 'Violations by line and crawler' })
        .getByRole('button', { name: 'Line 6' })
        .click();
      // The editor moves its cursor to the line in the next frame.
      await page.locator('.cm-activeLine', { hasText: /^Disallow: \/cart\/$/ }).waitFor();
    }));

  it('acquits nobody by a file that it does not have', () =>
    workbench.on(
      async (page) => {
        await page.getByRole('button', { name: 'Check a log' }).click();
        await page.getByRole('tab', { name: 'Audit' }).waitFor();
        await choose(page, 'Open logs', [{ name: 'access.log', parts: [lines()], times: 1 }]);
        await page.getByText('There is no robots.txt to judge by yet').waitFor();
        expect(await page.getByText('No crawler violated').count()).toBe(0);
      },
      { path: '' },
    ));

  it('judges by one file only while the log shows that it was served', async () => {
    const { page, close } = await workbench.open();
    await openPanel(page, 'Audit');
    await page.getByRole('checkbox', { name: /only requests made while this file/ }).check();
    await choose(page, 'Open logs', [{ name: 'access.log', parts: [lines()], times: 1 }]);
    await page.getByText('the content of robots.txt is unknown').first().waitFor();
    await close();
  });

  it('proves who sent requests by ranges that are opened, until they are taken away', () =>
    workbench.on(async (page) => {
      await openPanel(page, 'Audit');
      const ranges = JSON.stringify({ prefixes: [{ ipv4Prefix: '203.0.113.0/24' }] });
      await choose(page, 'Open IP ranges', [{ name: 'gptbot.json', parts: [ranges], times: 1 }]);
      await choose(page, 'Open logs', [{ name: 'access.log', parts: [lines()], times: 1 }]);
      await page.getByText('Identities checked with gptbot.json').waitFor();
      const refuted = page.getByText(
        'not recognized as a crawler’s, or from a sender whose identity is refuted',
      );
      await expect.poll(() => refuted.innerText()).toMatch(/^400 /);
      await page.getByRole('button', { name: 'Use only the headers' }).click();
      await expect.poll(() => refuted.innerText()).toMatch(/^200 /);
    }));

  it('opens the report of the service, and says where there is none', async () => {
    const reports = new Map<boolean, string>();
    for (const hasLogs of [true, false]) {
      const report = { ...empty, ...(hasLogs && { requests: 7 }) };
      const audit = { report: async () => JSON.stringify(report), hits: none, close: async () => {} };
      const service = await startService(workbench.folder, [], 0, hasLogs ? { audit } : {});
      const { page, close } = await workbench.open({ base: `${service.url}/` });
      await openPanel(page, 'Audit');
      await page.getByRole('button', { name: 'Show the service’s report' }).click();
      const panel = page.getByRole('tabpanel', { name: 'Audit' });
      await panel.getByText(hasLogs ? '7 requests' : 'The service has no logs', { exact: hasLogs }).waitFor();
      reports.set(hasLogs, await panel.innerText());
      await close();
      await service.close();
    }
    expect(reports.get(false)).toContain('--audit-log');
  });
});

const empty: AuditReport = {
  headline: 'No request is from a crawler.',
  fitness: {
    isFit: true,
    fields: { requests: 0, zone: 0, userAgent: 0, status: 0, address: 0, host: 0 },
    problems: [],
  },
  classes: {
    violation: 0,
    'never-asked': 0,
    redirected: 0,
    'within-grace': 0,
    allowed: 0,
    'not-bound': 0,
    'not-judged': 0,
    unidentified: 0,
  },
  crawlers: [],
  rules: [],
  spoofers: [],
  claimants: [],
  versions: [],
  logs: [],
  requests: 0,
  notJudged: {},
  groups: { known: 0, program: 0, personal: 0, other: 0 },
  unverifiable: 0,
  graceHours: 24,
  notes: [],
};

async function* none(): AsyncGenerator<string> {}
