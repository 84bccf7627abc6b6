/** Tests the search with typical queries. */

/** Queries, each with the page that must come first. */
const SEARCHES = [
  ['crawl-delay', /^\/(?:records|guides\/crawl-politely)\./],
  ['GPTBot', /^\/crawlers\.html#gptbot$/],
  ['429', /^\/(?:access|guides\/crawl-politely)\./],
  ['404', /^\/(?:access|guides\/crawl-politely)\./],
  ['guardedFetch', /^\/integrations\.html#guardedfetch$/],
  ['redis', /^\/(?:guides\/run-a-fleet|fleet)\./],
  ['train-ai', /^\/(?:guides\/state-ai-preferences|usage)\./],
  ['redirect', /^\/access\.html#redirects$/],
  ['robots lint', /^\/commands\/lint\./],
  ['sitemap', /^\/(?:records|guides\/write-and-test|serving)\./],
];

/** Reports the queries whose expected page does not come first. */
export async function searchProblems({ browser, host, pictures }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const problems = [];
  page.on('pageerror', (error) => problems.push(`search: ${error.message}`));
  for (const [words, wanted] of SEARCHES) {
    await page.goto(host.url, { waitUntil: 'networkidle' });
    await page.locator('button.DocSearch-Button').click();
    await page.locator('#localsearch-input').fill(words);
    const results = page.locator('.VPLocalSearchBox .results a.result');
    await results.first().waitFor({ timeout: 30_000 });
    const hrefs = await results.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    if (pictures) await page.screenshot({ path: `${pictures}/search-${words.replace(' ', '-')}.png` });
    if (!wanted.test(hrefs[0])) problems.push(`search for ${words}: ${hrefs.slice(0, 4).join(', ')}`);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/');
    console.log(`search for ${words}: ${hrefs.length} results, opened ${new URL(page.url()).pathname}`);
  }
  await page.close();
  return problems;
}
