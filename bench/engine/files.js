/** Generates the files and URLs for measurements, the same on every machine. */

const WORDS =
  'about account admin ajax api archive article assets author basket blog brand calendar cart category checkout ' +
  'comment community contact content css customer data default detail discount docs download edit email event ' +
  'export faq feed file filter forum gallery group help home image import index info item job language legal list ' +
  'login logout mail manage map media member message mobile module news newsletter node offer order page partner ' +
  'password payment photo play plugin policy post press price print privacy product profile promo public query ' +
  'rating read recipe region register report request result review rss sale script search section secure server ' +
  'service session share shop sitemap sort source stage static status store style submit subscribe support tag ' +
  'team template terms test theme ticket topic tour track trade travel upload user video view vote wish work';
const words = WORDS.split(/\s+/);
const EXTENSIONS = ['html', 'php', 'aspx', 'pdf', 'jpg', 'xml', 'json', 'js', 'css', 'cgi'];

/** A linear congruential generator: `next(n)` is one of 0 … n − 1. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

function path(next) {
  let text = '';
  for (let depth = 1 + next(4); depth > 0; depth--) {
    text += `/${words[next(words.length)]}`;
    if (next(4) === 0) text += `-${next(1000)}`;
  }
  const end = next(10);
  if (end < 4) return `${text}/`;
  return end < 7 ? `${text}.${EXTENSIONS[next(EXTENSIONS.length)]}` : text;
}

function wildcardPattern(next) {
  const word = words[next(words.length)];
  switch (next(6)) {
    case 0:
      return `/*.${EXTENSIONS[next(EXTENSIONS.length)]}$`;
    case 1:
      return `/*?${word}=`;
    case 2:
      return `/*/${word}-${next(1000)}/`;
    case 3:
      return `${path(next)}*${word}`;
    case 4:
      return `/*&${word}${next(100)}=`;
    default:
      return `/${word}/*/${words[next(words.length)]}-${next(1000)}`;
  }
}

/** `count` different patterns; the share `wild` of them has wildcards. */
export function patterns(next, count, wild) {
  const found = new Set();
  let tries = 0;
  while (found.size < count && tries++ < count * 20) {
    found.add(next(1000) < wild * 1000 ? wildcardPattern(next) : path(next));
  }
  while (found.size < count) found.add(`${path(next)}/${next(1e9)}`);
  return [...found];
}

function rules(next, list) {
  return list.map((pattern) => `${next(5) === 0 ? 'Allow' : 'Disallow'}: ${pattern}\n`).join('');
}

/** 1,000 URLs, half of them generated from the patterns. */
export function urls(next, list, count = 1000) {
  return Array.from({ length: count }, (_, index) => {
    const base = index % 2 === 0 ? fromPattern(next, list[next(list.length)]) : path(next);
    const query = next(4) === 0 && !base.includes('?') ? `?${words[next(words.length)]}=${next(1000)}` : '';
    return flat(`https://www.example.com${base}${query}`);
  });
}

function fromPattern(next, pattern) {
  const filled = pattern.replace(/\$$/, '').replaceAll('*', () => words[next(words.length)]);
  return next(2) === 0 ? filled : `${filled}${words[next(words.length)]}/${next(1000)}`;
}

/** A flat string instead of a rope (V8's concatenated string), like a URL that was read from a file or a socket. */
export function flat(text) {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function crawlerFile(next, ownCount, otherCount, wild, preamble = '') {
  const own = patterns(next, ownCount, wild);
  const other = patterns(next, otherCount, wild);
  const body =
    `${preamble}User-agent: *\n${rules(next, own)}\nUser-agent: OtherBot\n${rules(next, other)}` +
    'Crawl-delay: 10\n\nSitemap: https://www.example.com/sitemap.xml\n';
  const more = (count) => urls(next, own, count);
  return { body: Buffer.from(body), agent: 'FooBot', urls: more(1000), more, rules: own.length };
}

const PREAMBLE = [
  '# robots.txt of www.example.com',
  '# Crawlers are welcome, as long as they keep to what is said below.',
  '',
  '',
].join('\n');

export function small() {
  const file = crawlerFile(randomFrom(11), 12, 8, 0.2, `${PREAMBLE}${PREAMBLE}${PREAMBLE}`);
  return { ...file, name: 'small' };
}

export function medium() {
  return { ...crawlerFile(randomFrom(12), 220, 81, 0.18), name: 'medium' };
}

export function large() {
  return { ...crawlerFile(randomFrom(13), 15_710, 50, 0.15), name: 'large' };
}

export function largePrefix() {
  return { ...crawlerFile(randomFrom(14), 15_500, 50, 0), name: 'large-prefix' };
}

/** 5,000 agents with two rules each. */
export function groups(agents = 5000) {
  const next = randomFrom(15);
  let body = `User-agent: *\n${rules(next, patterns(next, 2, 0))}`;
  const own = patterns(next, 2, 0);
  for (let index = 0; index < agents; index++) {
    const list = index === agents >> 1 ? own : patterns(next, 2, 0);
    body += `\nUser-agent: crawler-${index}\n${rules(next, list)}`;
  }
  return {
    name: 'groups',
    body: Buffer.from(body),
    agent: `crawler-${agents >> 1}`,
    urls: urls(next, own),
    rules: 2,
  };
}

/** `count` rules, the share `wild` with wildcards, for the growth curves. */
export function grown(count, wild) {
  const next = randomFrom(1000 + count);
  const own = patterns(next, count, wild);
  return {
    name: `${count} rules`,
    body: Buffer.from(`User-agent: *\n${rules(next, own)}`),
    agent: 'FooBot',
    urls: urls(next, own),
    rules: own.length,
  };
}
