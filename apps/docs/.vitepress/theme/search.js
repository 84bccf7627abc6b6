/**
 * Search options: any word counts, and sections with more of the words rank higher. Pages written for readers rank above
 * lists. Pages that no reader searches are not in the index (`scripts/unsearched.js`).
 */

/** Words that say nothing about the subject of a question. */
const FILLERS = new Set(
  'a about an and are be by can do does file for from how i if in is it me my of on or robots robots.txt should site so that the to txt what when where which why will with you your'.split(
    ' ',
  ),
);

/** What readers call what the pages name otherwise. */
const SYNONYMS = {
  ban: ['block', 'disallow'],
  bing: ['bingbot'],
  block: ['disallow'],
  bots: ['crawlers'],
  cache: ['cached', 'lifetimes'],
  cached: ['lifetimes'],
  chatgpt: ['oai-searchbot'],
  deny: ['block', 'disallow'],
  google: ['googlebot'],
  images: ['image'],
  pdf: ['pdfs'],
  regex: ['wildcards', 'pattern'],
  size: ['limit'],
  slow: ['crawl-delay'],
  subdomain: ['subdomains'],
  wildcard: ['wildcards', 'pattern'],
};

const isFiller = (term) => FILLERS.has(term.toLowerCase());

export const searchOptions = {
  combineWith: 'OR',
  boost: { title: 4, text: 1, titles: 1 },
  processTerm: (term) => [term.toLowerCase(), ...(SYNONYMS[term.toLowerCase()] ?? [])],
  boostTerm: (term) => (isFiller(term) ? 0.02 : 1),
  prefix: (term) => term.length > 2 && !isFiller(term),
  // Numbers must match exactly: a status code with one digit changed is a different status code.
  fuzzy: (term) => (term.length < 5 || /\d/.test(term) || isFiller(term) ? false : 0.2),
  boostDocument: (id) => {
    if (/(?<!commands)\/(?:http|lint|dialects)\./.test(id)) return 0.4;
    if (/\/(?:packages\/|transports|crawlers)/.test(id)) return 0.6;
    return /\/(?:guides\/|access|records)/.test(id) ? 2 : 1;
  },
};
