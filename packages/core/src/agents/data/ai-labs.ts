/** Builders of language models, and their assistants. */
import { defineAgents, type RecordedAgent } from '../define-agents.ts';
import { aiRobotsTxt, crawlerUserAgents, wellKnownBots } from './third-party-lists.ts';
import { ipRanges, reverseDns, signature } from './verification.ts';

const openai: readonly RecordedAgent[] = defineAgents(
  {
    operator: 'OpenAI',
    operatorUrl: 'https://developers.openai.com/api/docs/bots',
    source: 'https://developers.openai.com/api/docs/bots',
    sourceKind: 'operator',
    asOf: '2026-11-20',
  },
  [
    {
      token: 'GPTBot',
      purposes: ['training'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)',
      ],
      verification: [ipRanges('https://openai.com/gptbot.json')],
      obeys: 'yes',
      note: 'A changed file takes effect after about a day.',
    },
    {
      token: 'OAI-SearchBot',
      purposes: ['retrieval', 'search'],
      exampleUserAgents: [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot',
      ],
      verification: [ipRanges('https://openai.com/searchbot.json')],
      obeys: 'yes',
      note: 'If GPTBot may crawl too, one fetch may serve both.',
    },
    {
      token: 'OAI-AdsBot',
      purposes: ['advertising'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot',
      ],
      verification: [ipRanges('https://openai.com/adsbot.json')],
      obeys: 'yes',
      source:
        'https://help.openai.com/en/articles/20001243-advertiser-guidance-for-allowing-openai-web-crawlers',
      note: 'Visits pages that were submitted as ads.',
    },
    {
      token: 'ChatGPT-User',
      purposes: ['assistant'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
      ],
      verification: [ipRanges('https://openai.com/chatgpt-user.json')],
      obeys: 'user-triggered',
    },
  ],
);

const anthropic: readonly RecordedAgent[] = defineAgents(
  {
    operator: 'Anthropic',
    operatorUrl:
      'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler',
    source: 'https://support.claude.com/en/articles/8896518',
    sourceKind: 'operator',
    asOf: '2026-11-20',
    verification: [ipRanges('https://claude.com/crawling/bots.json')],
    obeys: 'yes',
    crawlDelay: 'yes',
  },
  [
    {
      token: 'ClaudeBot',
      purposes: ['training'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
      ],
    },
    { token: 'Claude-User', purposes: ['assistant'] },
    {
      token: 'Claude-SearchBot',
      purposes: ['retrieval', 'search'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-SearchBot/1.0; +https://www.anthropic.com)',
      ],
    },
  ],
);

const formerlyAnthropic: readonly RecordedAgent[] = defineAgents(
  { operator: 'Anthropic', obeys: 'unknown', ...aiRobotsTxt },
  [
    {
      token: 'anthropic-ai',
      purposes: ['training'],
      note: 'An older token; the operator no longer lists it.',
    },
    { token: 'Claude-Web', purposes: ['training'], note: 'An older token; the operator no longer lists it.' },
  ],
);

const perplexity: readonly RecordedAgent[] = defineAgents(
  {
    operator: 'Perplexity',
    operatorUrl: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
    source: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
    sourceKind: 'operator',
    asOf: '2026-11-20',
  },
  [
    {
      token: 'PerplexityBot',
      purposes: ['retrieval', 'search'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
      ],
      verification: [ipRanges('https://www.perplexity.ai/perplexitybot.json')],
      obeys: 'yes',
      note: 'A changed file takes effect within a day.',
    },
    {
      token: 'Perplexity-User',
      purposes: ['assistant'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
      ],
      verification: [ipRanges('https://www.perplexity.ai/perplexity-user.json')],
      obeys: 'user-triggered',
    },
  ],
);

const mistral: readonly RecordedAgent[] = defineAgents(
  {
    operator: 'Mistral AI',
    operatorUrl: 'https://docs.mistral.ai/robots',
    obeys: 'yes',
    source: 'https://docs.mistral.ai/en/robots',
    sourceKind: 'operator',
    asOf: '2026-11-22',
  },
  [
    {
      token: 'MistralAI-User',
      purposes: ['assistant'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)',
      ],
      verification: [ipRanges('https://mistral.ai/mistralai-user-ips.json')],
    },
    {
      token: 'MistralAI-Index',
      purposes: ['retrieval', 'search'],
      exampleUserAgents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-Index/1.0; +https://docs.mistral.ai/robots)',
      ],
      verification: [ipRanges('https://mistral.ai/mistralai-index-ips.json')],
    },
    { token: 'MistralAI-Training', purposes: ['training'] },
  ],
);

const byteDance: readonly RecordedAgent[] = defineAgents({ operator: 'ByteDance', obeys: 'unknown' }, [
  {
    token: 'Bytespider',
    purposes: ['training', 'search'],
    exampleUserAgents: [
      'Mozilla/5.0 (Linux; Android 6.0; Nexus 5 Build/MRA58N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/57.0.5527.1507 Mobile Safari/537.36; Bytespider',
    ],
    ...aiRobotsTxt,
    note: 'Undocumented by its operator. The list cited says that it does not respect robots.txt.',
  },
  {
    token: 'TikTokSpider',
    purposes: ['preview'],
    exampleUserAgents: [
      'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; TikTokSpider; ttspider-feedback@tiktok.com)',
    ],
    ...wellKnownBots,
  },
]);

const readAtOperator = { sourceKind: 'operator', asOf: '2026-11-22' } as const;

const documentedOthers: readonly RecordedAgent[] = defineAgents({ ...readAtOperator }, [
  {
    token: 'Mozilla-Tabstack',
    operator: 'Mozilla',
    purposes: ['assistant', 'retrieval'],
    operatorUrl: 'https://docs.tabstack.ai/trust/controlling-access',
    source: 'https://docs.tabstack.ai/trust/controlling-access',
    obeys: 'yes',
    appliesStar: false,
    exampleUserAgents: ['Mozilla-Tabstack/1.0 (+https://tabstack.ai)'],
    note: 'Its page mentions only rules that address it by name.',
  },
  {
    token: 'KimiBot',
    operator: 'Moonshot AI',
    verification: [ipRanges('https://www.kimi.com/policies/kimibot.json')],
    operatorUrl: 'https://www.kimi.com/policies/kimi-crawlers',
    purposes: ['training'],
    exampleUserAgents: [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; KimiBot/1.0; +https://www.kimi.com/policies/kimi-crawlers',
    ],
    obeys: 'yes',
    source: 'https://www.kimi.com/policies/kimi-crawlers',
  },
  {
    token: 'Kimi-SearchBot',
    operator: 'Moonshot AI',
    verification: [ipRanges('https://www.kimi.com/policies/kimi-searchbot.json')],
    operatorUrl: 'https://www.kimi.com/policies/kimi-crawlers',
    purposes: ['retrieval', 'search'],
    exampleUserAgents: [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; Kimi-SearchBot/1.0; +https://www.kimi.com/policies/kimi-crawlers',
    ],
    obeys: 'yes',
    source: 'https://www.kimi.com/policies/kimi-crawlers',
  },
  {
    token: 'Kimi-User',
    operator: 'Moonshot AI',
    verification: [ipRanges('https://www.kimi.com/policies/kimi-user.json')],
    purposes: ['assistant'],
    operatorUrl: 'https://www.kimi.com/policies/kimi-crawlers',
    source: 'https://www.kimi.com/policies/kimi-crawlers',
    obeys: 'user-triggered',
    exampleUserAgents: [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; Kimi-User/1.0; +https://www.kimi.com/policies/kimi-crawlers',
    ],
  },
  {
    token: 'Shap-User',
    operator: 'Parallel',
    purposes: ['assistant'],
    operatorUrl: 'https://parallel.ai/parallel-web-systems-bots',
    source: 'https://parallel.ai/parallel-web-systems-bots',
    obeys: 'user-triggered',
    exampleUserAgents: ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; Shap-User/0.1.0'],
    note: 'Its operator uses the name for identification, not for robots.txt.',
  },
  {
    token: 'ShapBot',
    operator: 'Parallel',
    verification: [ipRanges('https://docs.parallel.ai/resources/shapbot.json')],
    purposes: ['retrieval', 'search'],
    exampleUserAgents: ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ShapBot/0.1.0'],
    operatorUrl: 'https://parallel.ai/parallel-web-systems-bots',
    source: 'https://parallel.ai/parallel-web-systems-bots',
    obeys: 'yes',
  },
  {
    token: 'YouBot',
    operator: 'You.com',
    purposes: ['retrieval', 'search'],
    operatorUrl: 'https://docs.you.com/youbot',
    source: 'https://docs.you.com/youbot',
    obeys: 'yes',
    verification: [
      ipRanges('https://docs.you.com/youbot', 'page'),
      reverseDns('search.you.com'),
      signature('https://you.com'),
    ],
    exampleUserAgents: [
      'YouBot (+http://www.you.com)',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; YouBot/1.0; +https://docs.you.com/youbot; env:prod) Chrome/X.X.X.X Safari/537.36',
    ],
  },
]);

const others: readonly RecordedAgent[] = defineAgents({ ...aiRobotsTxt }, [
  {
    token: 'AI2Bot',
    operator: 'Allen Institute for AI',
    operatorUrl: 'https://allenai.org/crawler',
    purposes: ['training', 'research'],
    exampleUserAgents: ['Mozilla/5.0 (compatible) AI2Bot (+https://www.allenai.org/crawler)'],
    obeys: 'yes',
  },
  {
    token: 'Ai2Bot-Dolma',
    operator: 'Allen Institute for AI',
    operatorUrl: 'https://allenai.org/crawler',
    purposes: ['training', 'research'],
    exampleUserAgents: ['Mozilla/5.0 (compatible) Ai2Bot-Dolma (+https://www.allenai.org/crawler)'],
    obeys: 'yes',
  },
  {
    token: 'cohere-ai',
    operator: 'Cohere',
    operatorUrl: 'https://cohere.com',
    purposes: ['assistant'],
    obeys: 'unknown',
  },
  {
    token: 'cohere-training-data-crawler',
    operator: 'Cohere',
    operatorUrl: 'https://cohere.com',
    purposes: ['training'],
    obeys: 'unknown',
  },
  { token: 'DeepSeekBot', operator: 'DeepSeek', purposes: ['training'], obeys: 'unknown' },
  { token: 'ChatGLM-Spider', operator: 'Zhipu AI', purposes: ['training'], obeys: 'unknown' },
  { token: 'PanguBot', operator: 'Huawei', purposes: ['training'], obeys: 'unknown' },
  { token: 'TongyiBot', operator: 'Alibaba', purposes: ['assistant'], obeys: 'unknown' },
  {
    token: 'Manus-User',
    operator: 'Butterfly Effect',
    purposes: ['assistant'],
    obeys: 'unknown',
    verification: [signature('https://api.manus.im')],
  },
  { token: 'Devin', operator: 'Cognition', purposes: ['assistant'], obeys: 'yes' },
  {
    token: 'SBIntuitionsBot',
    operator: 'SB Intuitions',
    operatorUrl: 'https://www.sbintuitions.co.jp/en/bot/',
    purposes: ['training'],
    exampleUserAgents: [
      'Mozilla/5.0 (compatible; SBIntuitionsBot/0.1; +https://www.sbintuitions.co.jp/bot/)',
    ],
    obeys: 'yes',
  },
  {
    token: 'kagi-fetcher',
    operator: 'Kagi',
    operatorUrl: 'https://help.kagi.com/kagi/ai/kagi-ai.html',
    purposes: ['assistant'],
    exampleUserAgents: ['kagi-fetcher/1.0'],
    obeys: 'unknown',
  },
  { token: 'PhindBot', operator: 'Phind', purposes: ['retrieval', 'search'], obeys: 'unknown' },
  { token: 'Andibot', operator: 'Andi', purposes: ['retrieval', 'search'], obeys: 'unknown' },
  {
    token: 'iaskspider',
    operator: 'iAsk',
    purposes: ['retrieval'],
    obeys: 'unknown',
  },
  {
    token: 'atlassian-bot',
    operator: 'Atlassian',
    operatorUrl:
      'https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/',
    purposes: ['site-tool', 'retrieval'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; atlassian-bot; +https://www.atlassian.com/)'],
    obeys: 'yes',
  },
  {
    token: 'KlaviyoAIBot',
    operator: 'Klaviyo',
    operatorUrl: 'https://help.klaviyo.com/hc/en-us/articles/40496146232219',
    purposes: ['site-tool', 'retrieval'],
    obeys: 'yes',
  },
  {
    token: 'Cloudflare-AutoRAG',
    operator: 'Cloudflare',
    operatorUrl: 'https://developers.cloudflare.com/autorag',
    purposes: ['site-tool', 'retrieval'],
    exampleUserAgents: [
      'Cloudflare-AutoRAG (https://developers.cloudflare.com/autorag; autorag@cloudflare.com)',
    ],
    obeys: 'yes',
  },
]);

const searchForAgents: readonly RecordedAgent[] = defineAgents({ ...aiRobotsTxt }, [
  {
    token: 'ExaSearchBot',
    operator: 'Exa',
    operatorUrl: 'https://exa.ai',
    verification: [signature('https://crawler.exa.ai')],
    purposes: ['retrieval', 'search'],
    obeys: 'unknown',
  },
  { token: 'TavilyBot', operator: 'Tavily', purposes: ['retrieval', 'search'], obeys: 'unknown' },
  {
    token: 'LinkupBot',
    operator: 'Linkup',
    operatorUrl: 'https://linkup.so/bot',
    purposes: ['retrieval', 'search'],
    exampleUserAgents: ['LinkupBot/1.0 (LinkupBot for web indexing; https://linkup.so/bot; bot@linkup.so)'],
    obeys: 'unknown',
    note: 'LinkUp, a job search, documents a crawler with the same token, ignoring ASCII case.',
  },
  {
    token: 'FirecrawlAgent',
    operator: 'Firecrawl',
    operatorUrl: 'https://firecrawl.dev/',
    purposes: ['retrieval', 'unspecified'],
    exampleUserAgents: ['Mozilla/5.0 (compatible; FirecrawlAgent; +https://firecrawl.dev/)'],
    obeys: 'yes',
  },
]);

/** All profiles in this file. */
export const aiLabs: readonly RecordedAgent[] = [
  ...openai,
  ...anthropic,
  ...formerlyAnthropic,
  ...perplexity,
  ...mistral,
  ...byteDance,
  ...documentedOthers,
  ...others,
  ...searchForAgents,
  ...defineAgents({ ...crawlerUserAgents }, [
    {
      token: 'Timpibot',
      operator: 'Timpi',
      operatorUrl: 'https://timpi.io',
      purposes: ['search', 'training'],
      exampleUserAgents: ['Mozilla/5.0 (compatible; Timpibot/0.9; +http://www.timpi.io)'],
      obeys: 'unknown',
    },
  ]),
];
