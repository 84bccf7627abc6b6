/** The drivers under one interface. What their pages have in common needs none. */

const ARGS = ['--no-sandbox'];

/** @param library The module `playwright-core`. */
export function playwrightDriver({ chromium }, executablePath) {
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
export function puppeteerDriver(puppeteer, executablePath) {
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
