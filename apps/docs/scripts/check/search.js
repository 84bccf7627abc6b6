/** Tests the search with typical queries. */

/** What readers of a first visit asked, each with a page that must be among the first three. */
const QUESTIONS = [
  ['does Bing obey Crawl-delay', /recipes\.html#which-crawlers-obey|records\.html#crawl-delay/],
  ['robots.txt is 503', /recipes\.html#what-happens|\/access\./],
  ['block GPTBot but allow ChatGPT search', /recipes\.html#how-do-i-block-gptbot/],
  ['how do I verify Googlebot', /recipes\.html#how-do-i-verify|agents\.html#verifying/],
  ['robots.txt for staging', /recipes\.html#how-do-i-close-a-staging/],
  ['how long is robots.txt cached', /recipes\.html#how-long|access\.html#lifetimes/],
  ['noindex in robots.txt', /recipes\.html#does-a-noindex/],
  ['wildcard in a path', /recipes\.html#how-do-wildcards/],
  ['bandwidth AI bots nginx block', /recipes\.html#how-do-i-stop-ai/],
  ['Shopify', /recipes\.html#which-robots-txt-for-shopify/],
  ['WordPress', /recipes\.html#which-robots-txt-for-shopify/],
  ['size limit 500 KiB', /(?:access|editor)\.html#limits|lint\.html#file-too-large|packages\/core/],
  ['sitemap line', /recipes\.html#where-does-the-sitemap/],
  ['subdomains', /recipes\.html#does-one-robots/],
  ['keep images out of image search', /recipes\.html#how-do-i-keep-images/],
  ['keep out of AI answers', /recipes\.html#how-do-i-keep-my-pages/],
  ['429', /^\/(?:access|guides\/crawl-politely)\.|#what-happens/],
  ['block the whole site', /recipes\.html#how-do-i-block-or-open/],
];

/** Queries, each with the page that must come first. */
const SEARCHES = [
  ['crawl-delay', /^\/(?:records|guides\/crawl-politely)\./],
  ['GPTBot', /^\/(?:known-crawlers|guides\/recipes)\.html#.*gptbot/],
  ['404', /^\/(?:access|guides\/crawl-politely)\.|#what-happens/],
  ['guardedFetch', /^\/integrations\.html#guardedfetch$/],
  ['redis', /^\/(?:guides\/run-a-fleet|fleet)\./],
  ['train-ai', /^\/(?:guides\/state-ai-preferences|usage)\./],
  ['redirect', /^\/access\.html#redirects$/],
  ['robots lint', /^\/commands\/lint\./],
  ['sitemap', /^\/(?:records|guides\/write-and-test|serving)\./],
];

const MOST_SHOWN = 3;

/** Reports the queries whose expected page does not come first, or is not among the first three. */
export async function searchProblems({ browser, host, pictures }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const problems = [];
  page.on('pageerror', (error) => problems.push(`search: ${error.message}`));
  const searches = [
    ...SEARCHES.map((search) => [...search, 1]),
    ...QUESTIONS.map((search) => [...search, MOST_SHOWN]),
  ];
  for (const [words, wanted, within] of searches) {
    await page.goto(host.url, { waitUntil: 'networkidle' });
    await page.locator('button.DocSearch-Button').click();
    await page.locator('#localsearch-input').fill(words);
    const results = page.locator('.VPLocalSearchBox .results a.result');
    await results.first().waitFor({ timeout: 30_000 });
    const hrefs = await results.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    if (pictures) await page.screenshot({ path: `${pictures}/search-${words.replaceAll(/\W+/g, '-')}.png` });
    if (!hrefs.slice(0, within).some((href) => wanted.test(href)))
      problems.push(`search for ${words}: ${hrefs.slice(0, 4).join(', ')}`);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/');
    console.log(`search for ${words}: ${hrefs.length} results, opened ${new URL(page.url()).pathname}`);
  }
  await page.close();
  return problems;
}
