/** `client.check`, which crawlers call. It answers one question at a time in the crawler's own process. */
import { createClient } from '@robots-exclusion/client';
import type { Door, DoorAnswer } from '@robots-exclusion/testkit';
import { resolveCrawler } from 'robots-exclusion/agents';
import { siteWith } from './origins.ts';

/** A client that may fetch from loopback. */
export function clientCheck(): Door {
  const addressPolicy = { allow: 'any' } as const;
  const client = createClient({ userAgent: 'TestBot/1.0', productTokens: '*', addressPolicy });

  async function ask(
    url: string,
    agent: string | readonly string[],
    isLiteral: boolean,
    hasRules: boolean,
  ): Promise<DoorAnswer> {
    const { known, tokens } = resolveCrawler(agent, { literal: isLiteral });
    const asked = known === undefined || isLiteral ? { productTokens: tokens } : { profile: known };
    const { allowed, verdict } = await client.check(url, asked);
    return { allowed, ...(hasRules && { because: verdict?.because, line: verdict?.rule?.line }) };
  }

  return {
    name: 'client.check',
    takes: ({ dialect }) => dialect === undefined,
    async ask(sheet) {
      const { agents, paths, literal = false, status } = sheet;
      const site = await siteWith(sheet);
      const answers: DoorAnswer[] = [];
      for (const path of paths)
        for (const agent of agents) answers.push(await ask(site + path, agent, literal, status === 200));
      return answers;
    },
    close: () => client.close(),
  };
}
