/**
 * Makes a page of Playwright ask before it navigates, at each redirect too. Playwright routes the first request of a
 * redirect only, so the chain is walked here, hop by hop, and the browser is sent to its end.
 *
 *     await guardNavigation(page, guard(client));
 */
const MAX_REDIRECTS = 10;

export async function guardNavigation(page, ask) {
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (!request.isNavigationRequest()) return route.fallback();
    try {
      const { response, url } = await lastOf(route, request.url(), ask);
      if (url === request.url()) return await route.fulfill({ response });
      return await route.fulfill({ status: 302, headers: { location: url } });
    } catch {
      return route.abort('blockedbyclient');
    }
  });
}

async function lastOf(route, first, ask) {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    await ask(url);
    const response = await route.fetch({ url, maxRedirects: 0 });
    const { location } = response.headers();
    if (response.status() < 300 || response.status() > 399 || location === undefined)
      return { response, url };
    url = new URL(location, url).href;
  }
  throw new Error('Too many redirects');
}
