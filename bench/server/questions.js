/** Requests to the service under load. */

/** A typical file of a shop, and the robots.txt of every site of the service under load. */
export const robots = [
  'User-agent: *',
  ...[
    '/cart',
    '/checkout',
    '/account/',
    '/search',
    '/*?sort=',
    '/*?filter=',
    '/tmp/',
    '/internal/',
    '/*.pdf$',
  ].map((path) => `Disallow: ${path}`),
  'Allow: /search/about',
  '',
  'User-agent: GPTBot',
  'User-agent: CCBot',
  'Disallow: /',
  '',
  'User-agent: FooBot',
  'Disallow: /private/',
  'Disallow: /*/draft/',
  'Allow: /private/press/',
  'Crawl-delay: 2',
  '',
  'Sitemap: https://shop.example/sitemap.xml',
  '',
].join('\n');

const url = 'https://shop.example/private/press/2026/autumn?ref=home';
const many = Array.from({ length: 100 }, (_, index) => `https://shop.example/products/${index}/draft/`);
const agents = ['FooBot'];

/** Each case by name, with its route. */
export const questions = [
  { name: 'One verdict', path: '/v1/evaluate', body: JSON.stringify({ robots, urls: [url], agents }) },
  { name: 'One decision, kept', path: '/v1/check', body: JSON.stringify({ urls: [url], agents }) },
  { name: 'A hundred decisions, kept', path: '/v1/check', body: JSON.stringify({ urls: many, agents }) },
];
