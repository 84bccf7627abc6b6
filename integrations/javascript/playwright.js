/**
 * Makes all pages of a context of Playwright ask before they navigate: popups and frames too, and at each redirect.
 * Playwright routes the first request of a redirect only, so the chain is walked here, hop by hop, and the browser is sent
 * to its end. Open the context with the client's identity, and without service workers, whose requests are not routed:
 *
 *     const context = await browser.newContext({ userAgent: client.userAgent, serviceWorkers: 'block' });
 *     await guardNavigation(context, guard(client));
 */
const MAX_REDIRECTS = 10;

export async function guardNavigation(context, ask) {
  await context.route('**/*', async (route) => {
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
