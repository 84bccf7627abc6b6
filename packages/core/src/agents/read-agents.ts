/** Reads and validates your own registry, which is plain data. Errors give the path of the invalid part. */
import { quote } from '../bytes/quote.ts';
import { type AgentProfile, agentDialects, agentPurposes } from './agent-profile.ts';
import { defineAgents } from './define-agents.ts';

interface Member {
  readonly isRight: (value: unknown) => boolean;
  readonly expected: string;
}

const text: Member = {
  isRight: (value) => typeof value === 'string' && value.trim() !== '',
  expected: 'a non-empty text',
};
const token: Member = {
  isRight: isToken,
  expected: 'a product token such as "FooBot": no white space, and none of / * , ; (',
};
const truth: Member = { isRight: (value) => typeof value === 'boolean', expected: 'true or false' };
const url: Member = {
  isRight: (value) => typeof value === 'string' && /^https?:\/\/[^\s/]/.test(value),
  expected: 'a URL such as "https://example.com/bot"',
};
const day: Member = {
  isRight: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  expected: 'a day such as "2026-11-22"',
};

function listOf({ isRight, expected }: Member): Member {
  return {
    isRight: (value) => Array.isArray(value) && value.every(isRight),
    expected: `a list, each ${expected}`,
  };
}

function oneOf(...words: readonly string[]): Member {
  return {
    isRight: (value) => words.includes(value as string),
    expected: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
  };
}

const verification: Member = {
  isRight: isVerification,
  expected:
    'a way such as { "kind": "ip-ranges", "url": "https://example.com/bot.json", "format": "prefixes" }, { "kind": "reverse-dns", "suffixes": [".example.com"] } or { "kind": "signature", "signatureAgent": "https://example.com" }',
};

const REQUIRED: readonly string[] = ['token', 'operator', 'source', 'asOf'];

const MEMBERS: ReadonlyMap<string, Member> = /* @__PURE__ */ members();

function members(): ReadonlyMap<string, Member> {
  return new Map([
    ['token', token],
    ['title', text],
    ['operator', text],
    ['operatorUrl', url],
    ['purposes', listOf(oneOf(...agentPurposes))],
    ['userAgentPatterns', listOf(text)],
    ['exampleUserAgents', listOf(text)],
    ['fallbackTokens', listOf(token)],
    ['appliesStar', truth],
    ['fetches', truth],
    ['starExtras', listOf(text)],
    ['followsOtherSearchBots', truth],
    ['dialect', oneOf(...agentDialects)],
    ['dialectBasis', oneOf('documented', 'assumed')],
    ['verification', listOf(verification)],
    ['sharedCache', url],
    ['obeys', oneOf('yes', 'no', 'user-triggered', 'unknown')],
    ['crawlDelay', oneOf('yes', 'no', 'unknown')],
    ['source', url],
    ['sourceKind', oneOf('operator', 'third-party')],
    ['asOf', day],
    ['note', text],
  ]);
}

/**
 * The profiles in a JSON value that `spec/schema/agents.json` describes: a list of records, each with at least `token`,
 * `operator`, `source` and `asOf`.
 *
 * @throws {TypeError} If the value does not match the schema: the message begins with the path, such as `[2].token`.
 */
export function readAgents(value: unknown): readonly AgentProfile[] {
  if (!Array.isArray(value)) throw new TypeError('$: expected a list of profiles');
  const seen = new Map<string, number>();
  value.forEach((record: unknown, index) => {
    checkRecord(record, `[${index}]`);
    const key = (record as { token: string }).token.toLowerCase();
    const before = seen.get(key);
    if (before !== undefined)
      throw new TypeError(`[${index}].token: expected a token other than that of [${before}]`);
    seen.set(key, index);
  });
  return defineAgents(
    { purposes: ['unspecified'], obeys: 'unknown', sourceKind: 'operator' } as const,
    value as Parameters<typeof defineAgents>[1] as never,
  ).map(({ profile }) => profile);
}

function checkRecord(record: unknown, path: string): void {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new TypeError(`${path}: expected a profile, an object with ${REQUIRED.join(', ')}`);
  }
  const members = new Map(Object.entries(record));
  for (const name of REQUIRED) {
    if (!members.has(name))
      throw new TypeError(`${path}.${name}: it is missing, expected ${MEMBERS.get(name)?.expected}`);
  }
  for (const [name, value] of members) {
    const member = MEMBERS.get(name);
    if (member === undefined) {
      throw new TypeError(
        `${path}: unknown member ${quote(name)}, expected one of ${[...MEMBERS.keys()].join(', ')}`,
      );
    }
    if (!member.isRight(value)) throw new TypeError(`${path}.${name}: expected ${member.expected}`);
  }
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' && /^[^\s/*,;(]+$/.test(value);
}

/** The members of each verification method; those marked `?` are optional. */
const VERIFICATION_MEMBERS: Readonly<Record<string, Readonly<Record<string, Member>>>> = {
  'ip-ranges': { url, format: /* @__PURE__ */ oneOf('prefixes', 'jafar', 'list', 'geofeed', 'json', 'page') },
  'reverse-dns': {
    suffixes: {
      isRight: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((suffix) => typeof suffix === 'string' && /^(\.[a-z0-9-]+)+$/i.test(suffix)),
      expected: '',
    },
  },
  signature: { signatureAgent: url, 'cardUrl?': url },
};

function isVerification(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, ...rest } = value as Record<string, unknown>;
  const members = Object.hasOwn(VERIFICATION_MEMBERS, String(kind))
    ? VERIFICATION_MEMBERS[String(kind)]
    : undefined;
  if (members === undefined) return false;
  const known = Object.entries(members);
  return (
    Object.keys(rest).every((name) => name in members || `${name}?` in members) &&
    known.every(([name, { isRight }]) => {
      const given = rest[name.replace('?', '')];
      return given === undefined ? name.endsWith('?') : isRight(given);
    })
  );
}
