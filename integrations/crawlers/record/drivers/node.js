/** Runs one JavaScript crawler over a site: `node node.js NAME`, with PLACE, ORIGIN, STARTS, PAGES and OBEY. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { PLACE, OBEY } = process.env;
const STARTS = JSON.parse(process.env.STARTS);
const installed = createRequire(join(PLACE, 'package.json'));

const programs = {
  async 'crawlee-js'() {
    const { CheerioCrawler, Configuration, log } = installed('@crawlee/cheerio');
    log.setLevel(log.LEVELS.OFF);
    const crawler = new CheerioCrawler(
      {
        ...(OBEY ? { respectRobotsTxtFile: true } : {}),
        requestHandler: ({ enqueueLinks }) => enqueueLinks(),
      },
      new Configuration({ persistStorage: false }),
    );
    await crawler.run(STARTS);
  },
  simplecrawler() {
    const Crawler = installed('simplecrawler');
    return each((start, done) => new Crawler(start).on('complete', done).start());
  },
  'sitemap-generator'() {
    const generate = installed('sitemap-generator');
    return each((start, done) => {
      const generator = generate(start, { filepath: './sitemap.xml' });
      generator.on('done', done);
      generator.start();
    });
  },
  'broken-link-checker'() {
    const { SiteChecker } = installed('broken-link-checker');
    return each((start, done) => new SiteChecker({}, { end: done }).enqueue(start));
  },
  async 'just-every-crawl'() {
    const { fetch } = await import(installed.resolve('@just-every/crawl'));
    await Promise.all(STARTS.map((start) => fetch(start, { depth: 2, cacheDir: 'cache' })));
  },
  async 'website-scraper'() {
    const { default: scrape } = await import(installed.resolve('website-scraper'));
    const urlFilter = (url) => url.startsWith(process.env.ORIGIN);
    await scrape({ urls: STARTS, directory: './site', recursive: true, urlFilter });
  },
  async 'get-site-urls'() {
    const { default: getSiteUrls } = await import(installed.resolve('get-site-urls'));
    await Promise.all(STARTS.map((start) => getSiteUrls(start)));
  },
  'js-crawler'() {
    const Crawler = installed('js-crawler');
    const options = { depth: 3, success() {}, failure() {} };
    return each((url, finished) => new Crawler().crawl({ url, ...options, finished }));
  },
  async crawler() {
    const { default: Crawler } = await import(installed.resolve('crawler'));
    const seen = new Set(STARTS);
    const pages = new Crawler({
      callback(_, { $, options: { url } }, done) {
        for (const link of $?.('a').get() ?? []) {
          const next = new URL($(link).attr('href'), url).href;
          if (!seen.has(next)) pages.add(next);
          seen.add(next);
        }
        done();
      },
    });
    pages.add(STARTS);
    await new Promise((resolve) => pages.on('drain', resolve));
  },
  supercrawler() {
    const { Crawler, Url, handlers } = installed('supercrawler');
    const FifoUrlList = installed('supercrawler/lib/FifoUrlList');
    const urlList = new FifoUrlList();
    const crawler = new Crawler({ urlList });
    crawler.addHandler('text/html', handlers.htmlLinkParser({}));
    return Promise.all(STARTS.map((url) => urlList.insertIfNotExists(new Url({ url })))).then(
      () => new Promise((resolve) => crawler.on('urllistcomplete', resolve).start()),
    );
  },
};

/** Starts a crawl from each start, at the same time. */
function each(start) {
  return Promise.all(STARTS.map((url) => new Promise((resolve) => start(url, resolve))));
}

await programs[process.argv[2]]();
process.exit();
