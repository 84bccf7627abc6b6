/**
 * Clicks a link in a browser that others started, and leaves while the document waits: `node leaving.js DRIVER ENTRY
 * BROWSER-URL SITE [guarded]`. Says `waits` when it does, and leaves the browser at the first line of input.
 */
import { createClient, guard } from '@robots-exclusion/client';
import { guardBrowser } from '@robots-exclusion/client/browser';
import { loadDriver } from './drivers.js';

const [kind, entry, browserURL, own, isGuarded] = process.argv.slice(2);
const driver = await loadDriver(kind, entry);
const browser = await driver.connect(browserURL);
const page = await (await browser.newContext()).newPage();
await page.goto(`${own}/start`);
const client = createClient({ userAgent: 'FooBot/1.0', addressPolicy: { allow: 'any' } });
const ask = guard(client);
const waits = new Promise((resolve) => {
  const asking = (url, call) => {
    if (url.includes('/private/')) resolve();
    return ask(url, call);
  };
  const click = () => page.click('#go').catch(() => {});
  if (isGuarded) void guardBrowser(browser.browser, asking).then(click);
  else void click().then(resolve);
});
process.stdin.once('data', () => browser.leave().finally(() => process.exit()));
await waits;
console.log('waits');
