/** URLs of the example site, as a sitemap or a log would list them. */
const ORIGIN = 'https://lamplight.example';

const products = [
  'desk-lamp',
  'floor-lamp',
  'table-lamp',
  'wall-lamp',
  'lantern',
  'candle',
  'shade',
  'bulb-e27',
  'bulb-e14',
];
const stories = [
  'the-first-bulb',
  'light-and-sleep',
  'a-house-of-windows',
  'oil-lamps',
  'neon-nights',
  'lighthouses',
];
const years = ['1998', '2004', '2011', '2019'];

const paths = [
  '/',
  '/about',
  '/search?q=lamp',
  '/search/help',
  '/cart/',
  '/cart/items',
  '/checkout',
  '/checkout/payment',
  '/account/',
  '/account/orders',
  '/account/orders/1042',
  '/contact',
  '/products/',
  ...products.flatMap((name) => [`/products/${name}`, `/products/${name}.json`]),
  ...products
    .slice(0, 4)
    .flatMap((name) => [`/products/${name}?sort=price`, `/products/${name}?page=2&session=8f2a`]),
  '/products/lamps/outdoor/',
  '/products/lamps/outdoor/garden',
  '/products/lamps/outdoor/path',
  '/products/lamps/indoor/',
  '/products/lamps/indoor/kitchen',
  '/products/lamps/indoor/bath',
  '/magazine/',
  ...stories.map((name) => `/magazine/${name}`),
  ...years.flatMap((year) => stories.slice(0, 3).map((name) => `/magazine/archive/${year}/${name}`)),
  '/magazine/drafts/',
  '/magazine/drafts/preview.html',
  '/magazine/drafts/winter',
  '/magazine/caf%C3%A9-lights',
  '/magazine/Entwürfe',
  '/print/the-first-bulb',
  '/print/oil-lamps',
  '/feeds/news.xml',
  '/api/stock.json',
  '/api/stock.json?sku=12',
  '/robots.txt',
];

export const exampleUrls: readonly string[] = paths.map((path) => ORIGIN + path);
export const exampleRobotsUrl = `${ORIGIN}/robots.txt`;
