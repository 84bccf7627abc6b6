/** Public lists of crawlers: their versions, and the names in them. Only facts are taken: names, kinds and URLs. */

import kinds from './kinds.json' with { type: 'json' };
import words from './not-names.json' with { type: 'json' };

/** Names that occur in headers of other programs or are words, so that they name no crawler. */
export const NOT_NAMES = new Set(words);

/**
 * The lists, at the versions that the data was made from. `date` is that of the version, or the day on which it was read.
 * `page` shows that version, `file` is its name in the folder of `--lists`.
 */
export const LISTS = [
  {
    name: 'ai.robots.txt',
    version: '738c80d',
    date: '2026-08-22',
    page: 'https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json',
    file: 'ai.robots.txt.json',
    entries: (text) => Object.keys(JSON.parse(text)).map((name) => ({ names: [name], kind: 'ai' })),
  },
  {
    name: 'well-known-bots',
    version: '0637e27',
    date: '2026-02-26',
    page: 'https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json',
    file: 'well-known-bots.json',
    entries: (text) =>
      JSON.parse(text).map(({ pattern, aliases = [], categories = [], url, verification, instances }) => ({
        names: [...pattern.accepted.flatMap(namesInPattern), ...aliases],
        kind: categories.find((one) => one in KINDS),
        url,
        isProgram:
          !categories.includes('webhook') && categories.some((one) => /^(?:tool|programmatic)$/.test(one)),
        verification: verification.flatMap(waysOf),
        headers: instances.accepted,
      })),
  },
  {
    name: 'crawler-user-agents',
    version: '1.60.0',
    date: '2026-11-29',
    page: 'https://unpkg.com/crawler-user-agents@1.60.0/crawler-user-agents.json',
    file: 'crawler-user-agents.json',
    entries: (text) =>
      JSON.parse(text).map(({ pattern, url, description, instances }) => ({
        // Its tags were imported in bulk, and name wrong purposes.
        names: namesInPattern(pattern),
        url,
        description,
        headers: instances,
      })),
  },
  {
    name: 'device-detector',
    version: '3856a28',
    date: '2026-08-19',
    page: 'https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml',
    file: 'device-detector.yml',
    entries: (text) =>
      text
        .split(/^- /m)
        .slice(1)
        .map((entry) => {
          const [crawler, producer = ''] = entry.split(/^ *producer:/m);
          const field = (name, of = crawler) =>
            new RegExp(`^ *${name}: ['"](.*)['"]`, 'm').exec(of)?.[1]?.trim();
          const name = field('name') ?? '';
          const inPattern = namesInPattern(field('regex') ?? '');
          return {
            names: [...(name.includes('$') ? [] : [name]), ...inPattern],
            ...(inPattern.length === 1 && { title: name }),
            kind: field('category')?.toLowerCase(),
            url: field('url'),
            operator: field('name', producer),
          };
        }),
  },
  {
    name: 'isbot',
    version: '344052d',
    date: '2026-07-20',
    page: 'https://github.com/omrilotan/isbot/blob/344052da664bde49579e21f1e62349280791efb3/fixtures/crawlers.yml',
    file: 'isbot.yml',
    entries: (text) => [...text.matchAll(/^(?! )"?([^"\n]+?)"?:$/gm)].map(([, name]) => ({ names: [name] })),
  },
  {
    name: 'nginx-ultimate-bad-bot-blocker',
    version: '0001653',
    date: '2026-11-29',
    page: 'https://github.com/mitchellkrogza/nginx-ultimate-bad-bot-blocker/blob/000165356d5390684acf7d17ffcfe5f27be8c3ac/_generator_lists/bad-user-agents.list',
    file: 'bad-user-agents.list',
    /** A list of names that sites refuse, kept by hand: one name a line. It is enough for a name to be in it. */
    isEnough: true,
    entries: (text) =>
      text.split(/\r?\n/).map((name) => ({ names: [name.replaceAll('\\', '').split('/')[0] ?? ''] })),
  },
  {
    name: 'user-agents.org',
    version: '859e0c0',
    date: '2012-04-09',
    page: 'https://github.com/inikoo/aurora/blob/859e0c0157b43cfe8c4edc9b35794f3f520ce3f5/allagents.xml',
    file: 'user-agents.xml',
    /** A copy of a list that has ended. It describes the crawlers that old files name, and counts for no name. */
    onlyDescribes: true,
    entries: (text) =>
      [...text.matchAll(/<user-agent>(.*?)<\/user-agent>/gs)].map(([, entry = '']) => {
        const field = (name) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(entry)?.[1]?.trim() ?? '';
        const type = field('Type');
        const description = field('Description');
        return {
          names: [
            field('String')
              .split(/[/(;,]| v?[\dx]+[.\dx]/)[0]
              .trim(),
          ],
          // C: checks links; D: downloads for a person; R: robot; S: collects addresses.
          kind: type.startsWith('C') ? 'monitor' : undefined,
          isProgram: /[DS]/.test(type) || /software|open source|shareware/i.test(description),
          url: field('Link1'),
          description: type.includes('R') ? description : '',
        };
      }),
  },
];

/** Where the text of a version is, without the page around it. */
export function textUrlOf({ page }) {
  return page.replace('//github.com/', '//raw.githubusercontent.com/').replace('/blob/', '/');
}

/** What the lists' categories are in the registry's words; other categories say nothing about a purpose. */
const KINDS = kinds;

/** The literal names in a regular expression: its alternatives without what only versions need. */
function namesInPattern(pattern) {
  return alternatives(pattern)
    .map((one) =>
      one
        .replace(/\(\?:([^()|]*)\)\?/g, '')
        .replace(/\[([A-Za-z])([A-Za-z])\]/g, (all, first, second) =>
          first.toLowerCase() === second.toLowerCase() ? first : all,
        )
        .replace(/\\?\/.*$/, '')
        .replace(/\\([.\-_ ])/g, '$1')
        .replace(/\\[bs]|[\^$]|\.\*|\(\?i\)/g, ' ')
        .trim(),
    )
    .filter((one) => !/[\\()[\]|?*+{}]/.test(one));
}

/** Splits at bars outside of brackets, and takes one pair of brackets around all of them away. */
function alternatives(pattern) {
  const inner = /^\((?:\?:)?([^()]*)\)$/.exec(pattern)?.[1] ?? pattern;
  const parts = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= inner.length; at++) {
    const character = inner[at];
    if (character === '(' || character === '[') depth++;
    if (character === ')' || character === ']') depth--;
    if (at === inner.length || (character === '|' && depth === 0)) {
      parts.push(inner.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}

/** The form in which names of different lists are the same: letters and digits in lower case. */
export function keyOf(name) {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isName(text) {
  return /^[A-Za-z0-9][\w .:!-]{2,39}$/.test(text) && keyOf(text).length > 2 && !NOT_NAMES.has(keyOf(text));
}

/** Ways to verify a request that a list names, as the registry writes them; addresses without a URL are none. */
function waysOf({ type, masks = [], sources = [] }) {
  if (type === 'dns') {
    const suffixes = masks.flatMap((mask) => (/^@(\.[a-z0-9.-]+)$/.exec(mask) ?? []).slice(1));
    return suffixes.length > 0 ? [{ kind: 'reverse-dns', suffixes }] : [];
  }
  const forms = { 'http-text': 'list', 'http-json': 'json' };
  return sources
    .filter(({ type: form, url }) => form in forms && url.startsWith('https:'))
    .map(({ type: form, url, selector = '' }) => ({
      kind: 'ip-ranges',
      url,
      format: /^\$\.prefixes\[\*\].*ipv[46]Prefix/.test(selector) ? 'prefixes' : forms[form],
    }));
}

/**
 * The names of all lists, joined: each with the entries that have it, and the list of each.
 *
 * @param {ReadonlyMap<string, string>} texts - The text of each list, by the list's name.
 */
export function joinedNames(texts) {
  const found = new Map();
  for (const { name: list, onlyDescribes, entries } of LISTS) {
    for (const entry of entries(texts.get(list) ?? '[]')) {
      for (const name of new Set(entry.names.filter(isName))) {
        const key = keyOf(name);
        const known = found.get(key) ?? { name, lists: new Set(), entries: [] };
        if (!onlyDescribes) known.lists.add(list);
        known.entries.push({ list, ...entry });
        // A name without blanks can stand in a User-agent line.
        if (known.name.includes(' ') && !name.includes(' ')) known.name = name;
        found.set(key, known);
      }
    }
  }
  return found;
}

/** The purposes that the categories of a name's entries mean, of the list with the finest categories first. */
export function purposesIn(entries) {
  return entries
    .filter(({ kind }) => kind in KINDS)
    .sort((left, right) => Number(right.list === 'device-detector') - Number(left.list === 'device-detector'))
    .map(({ kind, list }) => ({ purpose: KINDS[kind], list, kind }))
    .filter(({ purpose }, at, all) => all.findIndex((one) => one.purpose === purpose) === at);
}
