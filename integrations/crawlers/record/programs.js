/**
 * The programs: where each comes from, how it is started, and what it says of itself. What it does is recorded. `tokens`
 * are its candidates for the row `token`; `reading` is the dialect of the parser that it carries, if there is one;
 * `enabling` is the setting that makes it obey, for those that do not by default.
 */
const python = { registry: 'PyPI', runtime: 'python', language: 'Python' };
const node = { registry: 'npm', runtime: 'node', language: 'JavaScript' };
const go = { registry: 'Go', runtime: 'go', language: 'Go' };
const debian = { registry: 'Debian', runtime: 'command', language: 'C' };

export const PROGRAMS = {
  scrapy: {
    ...{ ...python, title: 'Scrapy', version: '2.19.0', enabling: 'ROBOTSTXT_OBEY', reading: 'protego' },
    ...{ tokens: ['scrapy'], setup: 'a CrawlSpider with allowed_domains, as genspider writes it' },
  },
  trafilatura: {
    ...{
      ...python,
      title: 'trafilatura',
      version: '2.3.1',
      reading: 'python-3.12',
      beside: ['lxml_html_clean'],
    },
    ...{ tokens: ['trafilatura'], setup: 'focused_crawler, 0.2 s between pages' },
  },
  'mcp-server-fetch': {
    ...{ ...python, title: 'mcp-server-fetch', version: '2026.10.24', reading: 'protego' },
    ...{ tokens: ['modelcontextprotocol'], setup: 'the tool fetch, called for each page' },
  },
  mechanize: {
    ...{ ...python, title: 'mechanize', version: '0.4.10', reading: 'python' },
    ...{ tokens: ['mechanize', 'python-urllib'], setup: 'Browser.open for each page, time limit 15 s' },
  },
  linkchecker: {
    ...{ ...python, title: 'LinkChecker', version: '10.6.0', runtime: 'venv' },
    ...{ tokens: ['linkchecker'], setup: 'its command' },
    command: (starts, { place }) => [`${place}/bin/linkchecker`, '--no-status', ...starts],
  },
  newspaper4k: {
    ...{
      ...python,
      title: 'newspaper4k',
      version: '0.9.6',
      enabling: 'honor_robots_txt',
      extras: '[robotstxt]',
      reading: 'protego',
    },
    ...{ tokens: ['newspaper'], setup: 'Article.download for each page' },
  },
  respectscraper: {
    ...{ ...python, title: 'RespectScraper', version: '0.2.0', runtime: 'venv' },
    ...{ tokens: ['respectscraper'], setup: 'its command scrape, depth 2' },
    command: ([start], { place }) => [
      ...[`${place}/bin/respectscraper`, 'scrape', '--yes', '--quiet', '--depth', '2', start],
    ],
  },
  bitscrape: {
    ...{ ...python, title: 'Bitscrape', version: '0.8.0', reading: 'python-3.12' },
    ...{ tokens: ['bitscrape', 'bitscrapebot'], setup: 'a spider that follows links' },
  },
  'silkworm-rs': {
    ...{
      ...python,
      title: 'silkworm',
      version: '0.16.0',
      enabling: 'RobotsTxtMiddleware',
      reading: 'python-3.12',
    },
    ...{ tokens: ['silkworm'], setup: 'a spider that follows links' },
  },
  'crawlee-python': {
    ...{
      ...python,
      title: 'Crawlee for Python',
      package: 'crawlee',
      version: '1.11.0',
      extras: '[beautifulsoup]',
    },
    ...{ tokens: ['crawlee'], enabling: 'respect_robots_txt_file', reading: 'protego' },
    setup: 'BeautifulSoupCrawler',
  },
  scrapling: {
    ...{ ...python, title: 'Scrapling', version: '0.5', extras: '[fetchers]', enabling: 'robots_txt_obey' },
    ...{ tokens: ['scrapling'], setup: 'a Spider, redirects followed' },
    reading: 'protego',
  },
  advertools: {
    ...{ ...python, title: 'advertools', version: '0.18.0', reading: 'protego' },
    ...{ tokens: ['advertools'], setup: 'crawl with follow_links' },
  },
  'crawlee-js': {
    ...{ ...node, title: 'Crawlee for JavaScript', package: '@crawlee/cheerio', version: '3.18.1' },
    ...{ tokens: ['crawlee', 'cheerio'], enabling: 'respectRobotsTxtFile', reading: 'robots-parser' },
    setup: 'CheerioCrawler',
  },
  simplecrawler: {
    ...{ ...node, title: 'simplecrawler', version: '1.1.9', reading: 'robots-parser' },
    ...{ tokens: ['simplecrawler'], setup: 'Crawler' },
  },
  'sitemap-generator': {
    ...{ ...node, title: 'sitemap-generator', version: '8.5.1', reading: 'robots-parser' },
    ...{ tokens: ['sitemapgenerator'], setup: 'SitemapGenerator' },
  },
  'broken-link-checker': {
    ...{ ...node, title: 'broken-link-checker', version: '0.7.8' },
    ...{ tokens: ['broken-link-checker'], setup: 'SiteChecker' },
  },
  'just-every-crawl': {
    ...{ ...node, title: '@just-every/crawl', package: '@just-every/crawl', version: '1.0.2' },
    ...{ tokens: ['mcp', 'just-every'], setup: 'fetch with depth 2', reading: 'robots-parser' },
  },
  supercrawler: {
    ...{ ...node, title: 'Supercrawler', version: '2.0.0', reading: 'robots-parser' },
    ...{ tokens: ['supercrawler'], setup: 'Crawler with a list of URLs in memory, 100 ms between pages' },
  },
  'website-scraper': {
    ...{ ...node, title: 'website-scraper', version: '6.0.0', tokens: ['website-scraper'] },
    setup: 'recursive',
  },
  'get-site-urls': {
    ...{
      ...node,
      title: 'get-site-urls',
      version: '3.0.0',
      tokens: ['get-site-urls'],
      setup: 'its function',
    },
  },
  crawler: {
    ...{
      ...node,
      title: 'crawler',
      version: '2.0.2',
      tokens: ['crawler'],
      setup: 'a callback that adds links',
    },
  },
  datatrove: {
    ...{ ...python, title: 'datatrove', version: '0.10.1', extras: '[io]', beside: ['requests'] },
    ...{
      tokens: ['hf-research'],
      reading: 'python-3.12',
      setup: 'HTTPFetchReader.fetch_media for each page',
    },
  },
  linktrace: {
    ...{ ...python, title: 'linktrace', version: '0.3.0', tokens: ['linktrace'], setup: 'a Spider, depth 2' },
  },
  fundus: {
    ...{ ...python, title: 'fundus', version: '0.5.7', beside: ['curl_cffi==0.13'], tokens: ['fundusbot'] },
    ...{ reading: 'python-3.12', setup: 'its class Robots, asked before each page; pages by requests' },
  },
  'js-crawler': {
    ...{ ...node, title: 'js-crawler', version: '0.3.21', tokens: ['js-crawler'], setup: 'depth 3' },
  },
  brozzler: {
    ...{ ...python, title: 'brozzler', version: '1.9.6', reading: 'reppy' },
    ...{ tokens: ['brozzler'], setup: 'is_permitted_by_robots, asked before each page; pages by requests' },
  },
  colly: {
    ...{ ...go, title: 'Colly', package: 'github.com/gocolly/colly/v2', version: '2.3.0' },
    ...{ tokens: ['colly'], enabling: 'IgnoreRobotsTxt = false', reading: 'colly', setup: 'Collector' },
  },
  wget: {
    ...{ ...debian, title: 'GNU Wget', version: '1.21.3', tokens: ['wget', 'wget/1'], reading: 'wget' },
    setup: '--recursive',
    command: (starts, { folder }) => [
      'wget',
      '--recursive',
      '--quiet',
      '--directory-prefix',
      folder,
      ...starts,
    ],
  },
  wget2: {
    ...{ ...debian, title: 'GNU Wget2', version: '1.99.1', tokens: ['wget2', 'wget'] },
    setup: '--recursive',
    command: (starts, { folder }) => [
      'wget2',
      '--recursive',
      '--quiet',
      '--directory-prefix',
      folder,
      ...starts,
    ],
  },
  httrack: {
    ...{ ...debian, title: 'HTTrack', version: '3.49.4', tokens: ['httrack'], setup: 'its command' },
    command: (starts, { folder }) => ['httrack', ...starts, '-O', folder, '-q', '-I0'],
  },
};
