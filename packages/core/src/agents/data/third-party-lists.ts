/** Revisions of third-party lists. Records come from these lists if no operator's page could be read. */

/** License and authors: MIT, Martin Monperrus and contributors. */
export const crawlerUserAgents = {
  source:
    'https://github.com/monperrus/crawler-user-agents/blob/7c7f9f254f16fcbc7d0fcb60d0a188897c00b050/crawler-user-agents.json',
  sourceKind: 'third-party',
  asOf: '2026-07-02',
} as const;

/** Authors: Arcjet and contributors. */
export const wellKnownBots = {
  source:
    'https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json',
  sourceKind: 'third-party',
  asOf: '2026-02-26',
} as const;

/** License and authors: MIT, the ai.robots.txt contributors. */
export const aiRobotsTxt = {
  source:
    'https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json',
  sourceKind: 'third-party',
  asOf: '2026-08-22',
} as const;
