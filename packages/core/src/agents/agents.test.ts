import { checkAll } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { type AgentProfile, agents, agentsByPurpose, findAgent, isDocumented, isStale } from './index.ts';
import { readAgents } from './read-agents.ts';

const named = (token: string): AgentProfile => {
  const agent = agents.find((candidate) => candidate.token === token);
  if (agent === undefined) throw new Error(`no profile of ${token}`);
  return agent;
};

/** The tokens whose groups apply to a crawler, in the order in which the crawler tries them. */
const chain = (agent: AgentProfile): string =>
  [agent.token, ...agent.fallbackTokens, ...(agent.appliesStar ? ['*'] : [])].join(' → ');

describe('agents: the registry as a whole', () => {
  it('is sorted by token and names each token once, ignoring ASCII case', () => {
    const tokens = agents.map((agent) => agent.token.toLowerCase());
    expect(tokens).toEqual([...new Set(tokens)].sort());
  });

  it('is frozen, deeply', () => {
    expect(Object.isFrozen(agents)).toBe(true);
    for (const agent of agents) {
      expect(Object.isFrozen(agent), agent.token).toBe(true);
      const { verification, ...rest } = agent;
      for (const value of [...Object.values(rest), verification, ...verification]) {
        expect(Object.isFrozen(value), agent.token).toBe(true);
      }
    }
  });

  it('follows every chain of fallbacks to its end', () => {
    for (const agent of agents) {
      const seen = new Set([agent.token.toLowerCase()]);
      const ahead = [...agent.fallbackTokens];
      for (let token = ahead.pop(); token !== undefined; token = ahead.pop()) {
        expect(seen.has(token.toLowerCase()), `${agent.token} comes back to ${token}`).toBe(false);
        seen.add(token.toLowerCase());
        ahead.push(...named(token).fallbackTokens);
      }
    }
  });
});

describe('agents: documented by the operator, or hearsay', () => {
  const documented = agents.filter(isDocumented);

  it('knows at least 130 from their operators’ own pages', () => {
    expect(documented.length).toBeGreaterThanOrEqual(130);
  });

  it('counts nothing as documented that was read in somebody’s list', () => {
    const lists = /github\.com\/(?:ai-robots-txt|arcjet|monperrus)\//;
    for (const { token, source } of documented) expect(source, token).not.toMatch(lists);
    expect(agents.filter(({ source }) => lists.test(source)).some(isDocumented)).toBe(false);
  });

  it('lets nobody but an operator say that its crawler does not obey', () => {
    const refused = agents.filter(({ obeys }) => obeys === 'no' || obeys === 'user-triggered');
    expect(refused.filter((agent) => !isDocumented(agent)).map(({ token }) => token)).toEqual([]);
  });

  it('is stale when last looked at more than 90 days ago', () => {
    const agent = { ...named('Googlebot'), asOf: '2026-01-01' };
    expect(isStale(agent, new Date('2026-04-01T00:00:00Z'))).toBe(false);
    expect(isStale(agent, new Date('2026-04-01T00:00:01Z'))).toBe(true);
  });
});

describe('agents: how a request is verified', () => {
  it.each([
    ['Google-Agent', 'ip-ranges prefixes, reverse-dns .google.com, signature https://agent.bot.goog'],
    ['Amazonbot', 'ip-ranges page, reverse-dns .crawl.amazonbot.amazon'],
    ['meta-externalagent', 'ip-ranges geofeed'],
    ['YandexBot', 'ip-ranges page, reverse-dns .yandex.ru .yandex.net .yandex.com'],
    ['MJ12bot', ''],
  ])('%s: %s', (token, expected) => {
    const ways = named(token).verification.map((way) => {
      if (way.kind === 'ip-ranges') return `${way.kind} ${way.format}`;
      return `${way.kind} ${way.kind === 'reverse-dns' ? way.suffixes.join(' ') : way.signatureAgent}`;
    });
    expect(ways.join(', ')).toBe(expected);
  });

  it('is in every profile what a registry of one’s own may say', () => {
    const { operator, source, asOf } = named('Googlebot');
    for (const { token, verification } of agents) {
      expect(readAgents([{ token, operator, source, asOf, verification }])[0]?.verification).toEqual(
        verification,
      );
      for (const way of verification) {
        if (way.kind === 'reverse-dns') continue;
        expect(new URL(way.kind === 'signature' ? way.signatureAgent : way.url).protocol, token).toBe(
          'https:',
        );
      }
    }
  });

  it('is nothing for a token that sends no requests', () => {
    const silent = agents.filter(({ fetches }) => !fetches);
    expect(silent.filter(({ verification }) => verification.length > 0).map(({ token }) => token)).toEqual(
      [],
    );
  });
});

describe('agents: every one', () => {
  const everyOne = (check: (agent: AgentProfile) => void): Promise<void> =>
    checkAll(agents, ({ token }) => token, check);

  it('has a token of letters, digits, dots, hyphens and underscores', () =>
    everyOne((agent) => {
      expect(agent.token).toMatch(/^[A-Za-z0-9._-]+$/);
    }));

  it('says who, what for, and where that was read and when', () =>
    everyOne((agent) => {
      expect(agent.title).not.toBe('');
      expect(agent.operator).not.toBe('');
      expect(agent.purposes.length).toBeGreaterThan(0);
      expect(new Set(agent.purposes).size).toBe(agent.purposes.length);
      for (const url of [agent.source, agent.operatorUrl]) {
        if (url !== undefined) expect(new URL(url).protocol).toBe('https:');
      }
      expect(agent.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(new Date(agent.asOf).toISOString().slice(0, 10)).toBe(agent.asOf);
    }));

  it('names fallbacks and extras in the registry’s terms', () =>
    everyOne((agent) => {
      expect(agent.fallbackTokens).not.toContain('*');
      for (const extra of agent.starExtras) expect(extra).toBe(extra.toLowerCase());
    }));

  it('has patterns exactly if it fetches, each of them in one of its examples', () =>
    everyOne((agent) => {
      expect(agent.userAgentPatterns.length > 0).toBe(agent.fetches);
      if (agent.exampleUserAgents.length === 0) return;
      for (const pattern of agent.userAgentPatterns) {
        const found = agent.exampleUserAgents.some((example) =>
          example.toLowerCase().includes(pattern.toLowerCase()),
        );
        expect(found, pattern).toBe(true);
      }
    }));

  it('is found by its token, whatever the case, and by each of its examples', () =>
    everyOne((agent) => {
      expect(findAgent(agent.token)).toBe(agent);
      expect(findAgent(agent.token.toUpperCase())).toBe(agent);
      for (const example of agent.exampleUserAgents) expect(findAgent(example)?.token).toBe(agent.token);
    }));
});

describe('agents: published rules that differ from "own group, else *"', () => {
  it.each([
    ['Googlebot-Image', 'Googlebot-Image → Googlebot → *'],
    ['AdsBot-Google', 'AdsBot-Google'],
    ['Applebot', 'Applebot → Googlebot → *'],
    ['YandexBot', 'YandexBot → Yandex → *'],
    ['YandexDirect', 'YandexDirect'],
    ['Screaming', 'Screaming → Googlebot → *'],
  ])('%s asks %s', (token, expected) => {
    expect(chain(named(token))).toBe(expected);
  });

  it.each([['Google-Extended'], ['Applebot-Extended'], ['Yandex']])(
    '%s is a token that never fetches',
    (token) => {
      expect(named(token).fetches).toBe(false);
    },
  );

  it('is only for those three tokens to fetch nothing', () => {
    expect(agents.filter((agent) => !agent.fetches).map((agent) => agent.token)).toEqual([
      'Applebot-Extended',
      'Google-Extended',
      'Yandex',
    ]);
  });

  it('lets bingbot alone take Crawl-delay from *', () => {
    expect(named('bingbot').starExtras).toEqual(['crawl-delay']);
    expect(agents.filter((agent) => agent.starExtras.length > 0)).toHaveLength(1);
  });

  it('lets Amzn-SearchBot alone follow other search crawlers', () => {
    expect(agents.filter((agent) => agent.followsOtherSearchBots).map((agent) => agent.token)).toEqual([
      'Amzn-SearchBot',
    ]);
  });

  it.each([
    ['Googlebot', 'yes', 'no'],
    ['Google-Agent', 'user-triggered', 'no'],
    ['GPTBot', 'yes', 'unknown'],
    ['ClaudeBot', 'yes', 'yes'],
    ['Bytespider', 'unknown', 'unknown'],
  ] as const)('%s claims to obey: %s, to honour Crawl-delay: %s', (token, obeys, crawlDelay) => {
    expect(named(token)).toMatchObject({ obeys, crawlDelay });
  });

  it.each([
    ['Googlebot', 'google', 'documented'],
    ['bingbot', 'bing', 'documented'],
    ['YandexBot', 'yandex', 'documented'],
    ['CCBot', 'crawler-commons', 'documented'],
    ['Scrapy', 'protego', 'documented'],
    ['Barkrowler', 'crawler-commons', 'documented'],
    ['Bytespider', 'rfc9309', 'assumed'],
  ] as const)('%s reads as %s (%s)', (token, dialect, dialectBasis) => {
    expect(named(token)).toMatchObject({ dialect, dialectBasis });
  });
});

describe('findAgent', () => {
  it.each([
    ['Googlebot-Image/1.0', 'Googlebot-Image', 'the longer pattern wins'],
    ['AdsBot-Google-Mobile-Apps', 'AdsBot-Google-Mobile', 'the longer pattern wins'],
    ['TelegramBot (like TwitterBot)', 'TelegramBot', 'a comparison is no name'],
    ['FreshRSS/1.11.2 (Linux; https://freshrss.org) like Googlebot', 'FreshRSS', 'a comparison is no name'],
    [
      'Feedly/1.0 (+http://feedly.com/fetcher.html; like FeedFetcher-Google)',
      'Feedly',
      'a comparison is no name',
    ],
    ['Claude-User (claude-code/2.1.0; +https://support.claude.com/)', 'Claude-User', 'a program is no token'],
    ['  gptbot  ', 'GPTBot', 'white space around and case do not matter'],
    ['MOZILLA/5.0 (COMPATIBLE; BINGBOT/2.0)', 'bingbot', 'case does not matter in a header'],
  ])('finds in %j %s: %s', (header, token) => {
    expect(findAgent(header)?.token).toBe(token);
  });

  it.each([
    ['', 'nothing'],
    ['   ', 'white space'],
    ['*', 'everybody'],
    ['FooBot', 'an unknown token'],
    ['NotGPTBot/1.0', 'a pattern within a word'],
    ['GPTBotter/1.0', 'a pattern within a word'],
    ['GPTBot2/1.0', 'a pattern within a word'],
    ['GPTBot-Tester/1.0', 'another product token'],
    ['my-GPTBot/1.0', 'another product token'],
    ['GPTBot_test (+https://x.example)', 'another product token'],
    ['Checker/1.0 (+https://x.example/gptbot)', 'part of a URL'],
    ['Checker/1.0 (www.x.example/gptbot.html)', 'part of a URL'],
    ['Checker/1.0 (gptbot@x.example)', 'part of a mail address'],
    ['Checker/1.0 (mail@gptbot.example)', 'part of a mail address'],
    [
      'Mozilla/5.0 (compatible; s4a-probe-bot/1.0; Fake-Googlebot; +https://x.example)',
      'another product token',
    ],
    ['like Googlebot', 'a mere comparison'],
    ['SentiBot www.sentibot.eu (compatible with Googlebot)', 'a mere comparison'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'a browser',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'a browser',
    ],
    ['prometheus-operator/0.60.1', 'a word that the name of a crawler is, too'],
    ['OpenAI/Python 1.30.1', 'a library of an operator'],
    ['my-cursor/2.0 terra/1.0 spider/3 code/4', 'words'],
    ['__proto__', 'a property of every object'],
    ['constructor', 'a property of every object'],
  ])('finds nobody in %j: %s', (header) => {
    expect(findAgent(header)).toBeUndefined();
  });

  it('reads hostile headers in bounded time', () => {
    expect(findAgent('googlebo'.repeat(500_000))).toBeUndefined();
    expect(findAgent(`${'x'.repeat(9000)} Googlebot/2.1`)).toBeUndefined();
    expect(findAgent(`${'like googlebot '.repeat(500)}GPTBot`)?.token).toBe('GPTBot');
  });

  it('refuses what is no string', () => {
    expect(() => findAgent(undefined as unknown as string)).toThrow(TypeError);
    expect(() => findAgent(7 as unknown as string)).toThrow(/"number".*expected a product token/);
  });
});

describe('agentsByPurpose', () => {
  it('gives those with the purpose, in order', () => {
    const training = agentsByPurpose('training');
    expect(training).toEqual(agents.filter((agent) => agent.purposes.includes('training')));
    expect(training).toContain(named('GPTBot'));
    expect(training).not.toContain(named('ChatGPT-User'));
  });

  it('gives each crawler once for several purposes, and none for none', () => {
    const both = agentsByPurpose('search', 'retrieval');
    expect(new Set(both).size).toBe(both.length);
    expect(both).toContain(named('OAI-SearchBot'));
    expect(agentsByPurpose()).toEqual([]);
  });
});
