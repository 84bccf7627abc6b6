/** Tries one way in a browser, and waits until it has had its effect. */
import { openSite } from './site.js';

/** A load that is refused or that ends in a download is an error in both drivers. */
const NAVIGATION_MS = 10_000;

export async function openWay(way, { newContext }, isOwnContext = true) {
  const site = await openSite(way);
  const context = await newContext();
  const page = await context.newPage();
  const go = (path, where = page) =>
    where.goto(site.own + path, { timeout: NAVIGATION_MS, waitUntil: 'load' }).catch(() => {});
  await go('/start');
  if (way.isReady)
    await page.waitForFunction(() => document.title === 'ready', undefined, { timeout: NAVIGATION_MS });
  return {
    site,
    act: () =>
      Promise.resolve(
        way.act({ page, go, own: site.own, other: site.other, newPage: () => context.newPage() }),
      ).catch(() => {}),
    async close() {
      await (isOwnContext ? context.close() : page.close()).catch(() => {});
      await site.close();
    },
  };
}

/** Waits until something below `/private/` has been requested, at most so long. */
export async function waitForRequest({ sent }, limitMs) {
  for (const until = performance.now() + limitMs; sent.length === 0 && performance.now() < until; ) {
    await sleep(20);
  }
}

export function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
