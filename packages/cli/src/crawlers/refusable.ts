/** What has to be known of a crawler before a server may refuse its name. */
import { wholeName } from '@robots-exclusion/operations/server-rules';
import { type AgentProfile, type AgentPurpose, agents } from 'robots-exclusion/agents';

/** User-Agent headers of common browsers. */
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0 OPR/125.0',
  'Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 SamsungBrowser/29.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 FxiOS/145.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/390.0 Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)',
];

/** The purposes of a crawler for which it is not refused unless somebody wants it, the search engine's first. */
export function protectedPurposes({ purposes }: Pick<AgentProfile, 'purposes'>): readonly AgentPurpose[] {
  return PROTECTED.filter((purpose) => purposes.includes(purpose));
}

const PROTECTED = ['search', 'assistant', 'preview', 'feed'] as const satisfies readonly AgentPurpose[];

/** Whether a rule for the name would also refuse browsers or crawlers of other operators. */
export function isShared(token: string, profiles: readonly AgentProfile[] = agents): boolean {
  const form = new RegExp(wholeName([token]), 'i');
  const operator = profileOf(token, profiles)?.operator;
  const others = profiles.filter((one) => one.operator !== operator);
  return [...BROWSERS, ...others.flatMap((one) => [one.token, ...one.exampleUserAgents])].some((header) =>
    form.test(header),
  );
}

export function profileOf(
  token: string,
  profiles: readonly AgentProfile[] = agents,
): AgentProfile | undefined {
  return profiles.find((one) => one.token.toLowerCase() === token.toLowerCase());
}
