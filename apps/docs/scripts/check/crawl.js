/** Follows every link of the site with this project's own client. */
import { createClient, guardedFetch } from '@robots-exclusion/client';

/** Returns the visited pages and links, and a sentence for each dead link. */
export async function crawl(start) {
  const client = createClient({ userAgent: 'DocsBot/1.0', addressPolicy: { allow: 'any' } });
  const fetchPage = guardedFetch(client);
  const pages = new Map();
  const links = [];
  const waiting = [start];
  try {
    for (const url of waiting) {
      if (pages.has(url)) continue;
      const page = await load(fetchPage, url);
      pages.set(url, page);
      for (const href of page.hrefs) {
        const target = new URL(href, url);
        if (target.origin !== new URL(start).origin) continue;
        links.push({ from: url, target });
        waiting.push(withoutFragment(target));
      }
    }
  } finally {
    await client.close();
  }
  const dead = links.flatMap(({ from, target }) => deadLink(pages, from, target));
  return { pages: pages.size, links: links.length, dead: [...new Set(dead)] };
}

async function load(fetchPage, url) {
  const response = await fetchPage(url);
  const text = await response.text();
  const isPage = response.ok && /^text\/html/.test(response.headers.get('content-type'));
  // The workbench creates its links at run time, so its files are fetched, but not searched for links.
  if (!isPage || new URL(url).pathname.startsWith('/ask/'))
    return { isFound: response.ok, hrefs: [], ids: undefined };
  const body = text.replace(/<script[\s\S]*?<\/script>/g, '');
  return {
    isFound: true,
    hrefs: [...body.matchAll(/<(?:a|link|img|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)]
      .map(([, href]) => href.replaceAll('&amp;', '&'))
      .filter((href) => !/^(?:mailto|data|javascript):/.test(href)),
    ids: new Set([...body.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)),
  };
}

function deadLink(pages, from, target) {
  const page = pages.get(withoutFragment(target));
  const says = (what) => [`${new URL(from).pathname}: the link to ${target.pathname}${target.hash} ${what}`];
  if (!page?.isFound) return says('is dead');
  const id = decodeURIComponent(target.hash.slice(1));
  return id === '' || page.ids === undefined || page.ids.has(id) ? [] : says('has no such fragment');
}

function withoutFragment(url) {
  return new URL(`${url.pathname}${url.search}`, url).href;
}
