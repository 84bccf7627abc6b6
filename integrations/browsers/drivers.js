/** The drivers under one interface. What their pages have in common needs none. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const ARGS = ['--no-sandbox'];

/** @param library The module `playwright-core`. */
function playwrightDriver({ chromium }, executablePath) {
  const opened = (browser, first) => ({
    browser,
    version: browser.version(),
    newContext: async () => first ?? browser.newContext(),
    close: () => browser.close(),
  });
  return {
    launch: async () => opened(await chromium.launch({ executablePath, args: ARGS })),
    async launchProfile(folder) {
      const context = await chromium.launchPersistentContext(folder, { executablePath, args: ARGS });
      return { ...opened(context.browser(), context), close: () => context.close() };
    },
    connect: async (browserURL) => {
      const browser = await chromium.connectOverCDP(browserURL);
      return { ...opened(browser), leave: () => browser.close() };
    },
  };
}

/** @param puppeteer The default export of `puppeteer-core`. */
function puppeteerDriver(puppeteer, executablePath) {
  const opened = async (browser, first) => ({
    browser,
    version: (await browser.version()).split('/').at(-1),
    newContext: async () => first ?? browser.createBrowserContext(),
    close: () => browser.close(),
  });
  const launch = async (options) => puppeteer.launch({ executablePath, args: ARGS, ...options });
  return {
    launch: async () => opened(await launch({})),
    async launchProfile(userDataDir) {
      const browser = await launch({ userDataDir });
      return opened(browser, browser.defaultBrowserContext());
    },
    async connect(browserURL) {
      const browser = await puppeteer.connect({ browserURL });
      return { ...(await opened(browser)), leave: () => browser.disconnect() };
    },
  };
}

/** The crawlers that run, each as the function that ends it. */
const running = new Set();

/** Ends all crawlers with their browsers, which no signal to this process reaches. */
export function endCrawlers() {
  return Promise.all([...running].map((end) => end()));
}

/**
 * A crawler that guards its browser itself, once it has opened a page. Ways are tried by Playwright, in other contexts
 * of that browser.
 *
 * @param entry The module of Playwright.
 * @param program The command that starts the crawler, and its environment.
 */
export async function crawlerDriver(entry, executablePath, { command, env }) {
  const driver = await loadDriver('playwright', entry, executablePath);
  return {
    ...driver,
    async launchGuarded() {
      const port = await freePort();
      let opened;
      const isOpen = new Promise((resolve) => {
        opened = resolve;
      });
      const server = createServer(({ url }, response) => {
        response.end(url === '/robots.txt' ? '' : 'page');
        if (url === '/popups') opened();
      });
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      const [program, ...args] = command;
      const seeds = JSON.stringify([`http://127.0.0.1:${server.address().port}/popups`]);
      const given = { ...process.env, ...env, SEEDS: seeds, DEBUGGING: port, LOOK_MS: 1_200_000 };
      const child = spawn(program, args, { env: given, stdio: 'inherit', detached: true });
      let browser;
      const close = async () => {
        running.delete(close);
        // Puppeteer's browser is in no group with the program.
        const session = await browser?.browser.newBrowserCDPSession();
        await session?.send('Browser.close').catch(() => {});
        process.kill(-child.pid, 'SIGKILL');
        server.closeAllConnections();
        server.close();
      };
      running.add(close);
      child.once('exit', (code) => opened(code));
      if ((await isOpen) !== undefined) throw new Error(`Cannot start ${command.join(' ')}`);
      browser = await driver.connect(`http://127.0.0.1:${port}`);
      return { ...browser, close };
    },
  };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @param kind `playwright` or `puppeteer`. */
export async function loadDriver(kind, entry, executablePath) {
  const module = await import(entry);
  if (kind === 'puppeteer') return puppeteerDriver(module.default ?? module, executablePath);
  return playwrightDriver(module.chromium ? module : module.default, executablePath);
}
