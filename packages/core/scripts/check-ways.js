/**
 * Compares each profile in the registry of crawlers with what the operator serves: lists of addresses in the stated
 * format, directories of signature keys, agent cards, and a page that still names the crawler.
 *
 * Network access is passed in as `get(url)`, which resolves to `{ status, body }`.
 */
import { isIP } from 'node:net';

const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** The URLs in these profiles that can be checked, each with the expected content, without duplicates. */
export function questionsOf(agents) {
  const questions = new Map();
  for (const agent of agents) {
    for (const question of [...agent.verification.flatMap((way) => ofWay(way, agent)), ...ofSource(agent)]) {
      const key = `${question.url} ${question.expected}`;
      const same = questions.get(key);
      if (same) same.tokens.push(agent.token);
      else questions.set(key, { ...question, tokens: [agent.token] });
    }
  }
  return [...questions.values()];
}

/**
 * Why a response does not match the registry; undefined if it does. Never throws, even if the response is malformed.
 */
export async function problemOf(question, get) {
  try {
    const { status, body } = await get(question.url);
    if (status !== 200) return `status ${status}`;
    return question.check(body) ? undefined : `expected ${question.expected}`;
  } catch (error) {
    return error instanceof SyntaxError ? `expected ${question.expected}` : `no answer: ${error.message}`;
  }
}

function ofWay(way, { token }) {
  if (way.kind === 'ip-ranges') return [{ url: way.url, ...LISTS[way.format] }];
  if (way.kind !== 'signature') return [];
  const directory = {
    url: new URL(DIRECTORY, way.signatureAgent).href,
    expected: 'a directory of signature keys',
    check: (body) => isFilled(JSON.parse(body).keys),
  };
  if (way.cardUrl === undefined) return [directory];
  const card = {
    url: way.cardUrl,
    expected: `a Signature Agent Card of ${token}`,
    check: (body) => [token, undefined].includes(JSON.parse(body)['rfc9309-product-token']),
  };
  return [directory, card];
}

function ofSource({ token, source, sourceKind }) {
  if (sourceKind !== 'operator') return [];
  return [
    {
      url: source,
      expected: `a page that names ${token}`,
      check: (body) => body.toLowerCase().includes(token.toLowerCase()),
    },
  ];
}

const prefixes = {
  expected: 'JSON with "prefixes", each an "ipv4Prefix" or "ipv6Prefix"',
  check: (body) =>
    isFilled(JSON.parse(body).prefixes) &&
    JSON.parse(body).prefixes.every(({ ipv4Prefix, ipv6Prefix }) => isBlock(ipv4Prefix ?? ipv6Prefix)),
};

const LISTS = {
  prefixes,
  jafar: prefixes,
  list: { expected: 'one address or CIDR block a line', check: (body) => linesOf(body).every(isBlock) },
  geofeed: {
    expected: 'a geofeed, the CIDR block first in each line',
    check: (body) => linesOf(body).every((line) => isBlock(line.split(',')[0])),
  },
  json: {
    expected: 'JSON with addresses or CIDR blocks in it',
    check: (body) => textsIn(JSON.parse(body)).some(isBlock),
  },
  page: { expected: 'a page', check: (body) => body.trim() !== '' },
};

function linesOf(body) {
  const lines = body
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.length === 0 ? [''] : lines;
}

function textsIn(value) {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isFilled(value) {
  return Array.isArray(value) && value.length > 0;
}

/** Whether the text is an address, or a block such as `192.0.2.0/24`. */
function isBlock(text) {
  const [, address, length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text ?? '') ?? [];
  const family = address === undefined ? 0 : isIP(address);
  return family !== 0 && Number(length ?? 0) <= (family === 4 ? 32 : 128);
}
