/** A server's rules against known crawlers, by name. */
import { PLAIN_TOKEN, type Server, serverRules } from '@robots-exclusion/operations/server-rules';
import { type AgentProfile, type AgentPurpose, isRetired } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { isShared, protectedPurposes } from '../crawlers/refusable.ts';

interface Asked {
  /** The name of one crawler. */
  readonly find: string | undefined;
  readonly purposes: readonly AgentPurpose[];
  /** The registry of crawlers. */
  readonly profiles: readonly AgentProfile[];
}

/**
 * The configuration of a server that refuses `crawlers`. Whoever also searches, or acts for a person, and retired
 * names are left out unless they were asked for.
 *
 * @throws {CommandError} If neither a crawler nor a purpose was asked for.
 */
export function refusingLines(server: Server, crawlers: readonly AgentProfile[], asked: Asked): string[] {
  const { find, purposes, profiles } = asked;
  if (find === undefined && purposes.length === 0) {
    throw new CommandError(
      `Cannot write rules for ${server} against all known crawlers: expected --purpose, or the name of one`,
    );
  }
  const tokens: string[] = [];
  const spared: string[] = [];
  for (const { token, ...crawler } of crawlers) {
    const also = protectedPurposes(crawler).filter((purpose) => !purposes.includes(purpose));
    if (!crawler.fetches) spared.push(`${token}: no program sends this name; only robots.txt knows it.`);
    else if (!PLAIN_TOKEN.test(token)) spared.push(`${token}: this name is unsafe in a configuration.`);
    else if (find === undefined && isRetired(token))
      spared.push(`${token}: no crawler uses this name any more.`);
    else if (isShared(token, profiles))
      spared.push(`${token}: browsers or other crawlers send this name, too.`);
    else if (find === undefined && also.length > 0)
      spared.push(`${token}: also fetches for ${also.join(', ')}.`);
    else tokens.push(token);
  }
  const lines = serverRules(server, { tokens, networks: new Map() });
  return [
    `# Refuses by name: ${find ?? `known crawlers that fetch for ${purposes.join(', ')}`}. Read it before you use it.`,
    '# A name proves nothing: this refuses whoever sends it, and nobody who sends another. Crawlers that obey robots.txt',
    '# need no such rule. /robots.txt itself is never refused.',
    ...(spared.length > 0 ? ['# Not refused:', ...spared.map((text) => `#   ${text}`)] : []),
    '',
    ...(lines.length > 0 ? lines : ['# Nobody to refuse.']),
  ];
}
