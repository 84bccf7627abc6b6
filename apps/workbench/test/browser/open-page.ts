/** The built page in the system's Chromium: built once a run, served on the loopback interface under a strict policy. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { serveStatic } from '../../scripts/serve-static.js';

const executablePath = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
  .filter((path) => path !== undefined)
  .find((path) => existsSync(path));

/** Without a browser these tests are skipped, and say so; where `CI` is set they fail. */
export const hasBrowser = executablePath !== undefined || process.env['CI'] === 'true';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Workbench {
  readonly url: string;
  /** The built files. */
  readonly folder: string;
  /** A page of its own, with nothing kept from others; what went wrong on it is in `problems`. */
  open(options?: OpenOptions): Promise<OpenPage>;
  /** Ends the host; `restart` begins it again at the same address. */
  stopHost(): Promise<void>;
  restartHost(): Promise<void>;
  close(): Promise<void>;
}

/** `base` is another host of the same files. */
export type OpenOptions = BrowserContextOptions & { path?: string; base?: string };

export interface OpenPage {
  readonly page: Page;
  readonly problems: string[];
  close(): Promise<void>;
}

/** Builds, serves, and starts the browser. */
export async function startWorkbench(): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-'));
  await buildInto(folder);
  let host = await serveStatic(folder);
  const browser: Browser = await chromium.launch({ executablePath: executablePath ?? 'chromium', args });
  return {
    url: host.url,
    folder,
    open: (options) => openPage(browser, host.url, options),
    stopHost: () => host.close(),
    async restartHost() {
      host = await serveStatic(folder, host.port);
    },
    async close() {
      await browser.close();
      await host.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** In a process of its own, where nothing says that this is a test: what is tested is what is delivered. */
async function buildInto(folder: string): Promise<void> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const vite = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin', 'vite.js');
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', root, '--outDir', folder, '--logLevel', 'error'],
    { env },
  );
}

async function openPage(
  browser: Browser,
  url: string,
  { path = '', base = url, ...options }: OpenOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    // A static host has no service: that is asked once, and the browser notes it.
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
  await page.goto(base + path);
  await page.locator('.matrix-row').first().waitFor();
  return { page, problems, close: () => context.close() };
}

/** Puts a text in place of the draft, as a person would paste it. */
export async function pasteDraft(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+A');
  await page.locator('.cm-content').evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
