/**
 * Runs one JavaScript crawler over the URLs in `SEEDS`: `node node-program.js NAME own|ours`. `own` uses the crawler's
 * own support for robots.txt, `ours` uses this project's adapter. `FOLDER` is the folder in which the crawler is
 * installed.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createClient, createGuardedDispatcher, guard, guardedFetch } from '@robots-exclusion/client';
import { guardBrowser } from '@robots-exclusion/client/browser';
import { withRobots } from '@robots-exclusion/crawlee';

const [name, mode] = process.argv.slice(2);
const { FOLDER, CHROMIUM, DEBUGGING } = process.env;
const SEEDS = JSON.parse(process.env.SEEDS);
const USER_AGENT = 'FooBot/1.0 (+https://foobot.example/)';
const TIMEOUT_MS = 4000;
/** How long deferred requests are retried. */
const PATIENCE_MS = 30_000;
/** Limit on the wait for one retry. A site that does not say when it recovers is not retried. */
const MOST_DEFERRED_MS = 5000;
/** How long a page stays open that has other documents. */
const LOOK_MS = Number(process.env.LOOK_MS ?? 4000);
const ARGS = ['--no-sandbox', ...(DEBUGGING ? [`--remote-debugging-port=${DEBUGGING}`] : [])];
const isOurs = mode === 'ours';
const installed = createRequire(join(FOLDER, 'package.json'));
const client = createClient({
  userAgent: USER_AGENT,
  limits: { totalTimeoutMs: TIMEOUT_MS },
});

const programs = {
  fetch: () => each(isOurs ? read(guardedFetch(client)) : read(fetch)),
  undici: async () => {
    const { Agent, interceptors, request } = await import('undici');
    const guarded = isOurs ? createGuardedDispatcher(client) : new Agent();
    const dispatcher = guarded.compose(interceptors.redirect({ maxRedirections: 5 }));
    await each(async (url) => (await request(url, { dispatcher, headersTimeout: TIMEOUT_MS })).body.dump());
    await dispatcher.close();
  },
  got: async () => {
    const { default: got } = await import(installed.resolve('got'));
    const { robotsHooks } = await import('../javascript/got.js');
    const robots = isOurs ? got.extend(robotsHooks(guard(client))) : got;
    await each((url) => robots(url, { retry: { limit: 0 } }));
  },
  playwright: async () => {
    const { chromium } = installed('playwright-core');
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
    const context = await browser.newContext({ userAgent: USER_AGENT });
    if (isOurs) await guardBrowser(browser, asking);
    await each((url) => look(context, url));
    await browser.close();
  },
  puppeteer: async () => {
    const puppeteer = await import(installed.resolve('puppeteer-core'));
    const browser = await puppeteer.launch({ executablePath: CHROMIUM, args: ARGS });
    if (isOurs) await guardBrowser(browser, asking);
    await each((url) => look(browser, url));
    await browser.close();
  },
  'crawlee-cheerio': () => crawlee('@crawlee/cheerio', 'CheerioCrawler', {}),
  'crawlee-playwright': () =>
    crawlee('@crawlee/playwright', 'PlaywrightCrawler', {
      launchContext: { launchOptions: { executablePath: CHROMIUM, args: ARGS } },
      requestHandler: ({ page }) =>
        page.url().endsWith('/popups') ? page.waitForTimeout(LOOK_MS) : undefined,
    }),
  'crawlee-puppeteer': () =>
    crawlee('@crawlee/puppeteer', 'PuppeteerCrawler', {
      launchContext: {
        launcher: installed('puppeteer-core'),
        launchOptions: { executablePath: CHROMIUM, args: ARGS },
      },
      requestHandler: ({ page }) => (page.url().endsWith('/popups') ? sleep(LOOK_MS) : undefined),
    }),
};

async function crawlee(packageName, className, options) {
  const { [className]: Crawler, Configuration, log } = installed(packageName);
  log.setLevel(log.LEVELS.OFF);
  const configuration = new Configuration({ persistStorage: false, purgeOnStart: true });
  const given = {
    maxRequestRetries: 0,
    minConcurrency: 8,
    navigationTimeoutSecs: 30,
    requestHandlerTimeoutSecs: 60 + LOOK_MS / 1000,
    requestHandler: async () => {},
    ...options,
  };
  const Obedient = isOurs
    ? withRobots(Crawler, { client, maxDeferSeconds: (2 * MOST_DEFERRED_MS) / 1000 })
    : Crawler;
  await new Obedient({ ...given, respectRobotsTxtFile: true }, configuration).run(SEEDS);
}

function read(send) {
  return async (url) => (await send(url, { signal: AbortSignal.timeout(PATIENCE_MS) })).text();
}

async function look(context, url) {
  const page = await context.newPage();
  try {
    await page.goto(url, { timeout: 20_000 });
    if (url.endsWith('/popups')) await sleep(LOOK_MS);
  } finally {
    await page.close();
  }
}

/**
 * The errors of refused requests by URL. The browser itself reports only that a request was blocked, without the
 * reason.
 */
const refusals = new Map();
const ask = guard(client);
async function asking(url, asked) {
  try {
    return await ask(url, asked);
  } catch (error) {
    refusals.set(url, error);
    throw error;
  }
}

/** Visits all seeds at the same time. Deferred requests are retried at the stated time. */
async function each(visit) {
  const until = Date.now() + PATIENCE_MS;
  await Promise.all(
    SEEDS.map(async (url) => {
      for (let retryAt = 0; retryAt < Math.min(until, Date.now() + MOST_DEFERRED_MS); ) {
        await sleep(Math.max(0, retryAt - Date.now()));
        retryAt = await deferredUntil(visit, url);
      }
    }),
  );
}

async function deferredUntil(visit, url) {
  refusals.delete(url);
  try {
    await visit(url);
  } catch (error) {
    if (process.env.DEBUG) console.error(url, error.message, error.cause?.message ?? '');
    const refusal = [error, error.cause, refusals.get(url)].find((one) => one?.name === 'GuardError');
    if (refusal?.code === 'ROBOTS_DEFERRED') return refusal.retryAt ?? Number.POSITIVE_INFINITY;
  }
  return Number.POSITIVE_INFINITY;
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

await programs[name]();
await client.close();
