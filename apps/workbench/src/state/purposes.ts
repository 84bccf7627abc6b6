/** Purposes of crawlers, in the page's words and order. */
import type { AgentPurpose } from 'robots-exclusion/agents';
import type { Crawler } from '../engine/crawler.ts';

export const purposeTitles: ReadonlyMap<AgentPurpose, string> = new Map([
  ['search', 'Search'],
  ['training', 'AI training'],
  ['retrieval', 'AI search'],
  ['assistant', 'AI answers'],
  ['shopping', 'Shopping'],
  ['seo', 'SEO tools'],
  ['archive', 'Archives'],
  ['research', 'Research'],
  ['preview', 'Link previews'],
  ['feed', 'Feed'],
  ['advertising', 'Advertising'],
  ['intelligence', 'Intelligence'],
  ['monitoring', 'Monitoring'],
  ['security', 'Security'],
  ['site-tool', 'Site tool'],
  ['unspecified', 'Other'],
]);

export function purposeTitle(purpose: AgentPurpose): string {
  return purposeTitles.get(purpose) ?? purpose;
}

export function obedienceText({ obeys, sourceKind }: Pick<Crawler, 'obeys' | 'sourceKind'>): string {
  const who = sourceKind === 'operator' ? 'its operator' : 'a third party';
  switch (obeys) {
    case 'yes':
      return `follows robots.txt, according to ${who}`;
    case 'no':
      return `does not follow robots.txt, according to ${who}`;
    case 'user-triggered':
      return `fetches on behalf of users and may ignore robots.txt, according to ${who}`;
    case 'unknown':
      return 'no claim to follow robots.txt was found';
  }
}
