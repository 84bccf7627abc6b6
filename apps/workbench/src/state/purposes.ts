/** Purposes of crawlers, in the page's words and order. */
import type { AgentPurpose } from 'robots-exclusion/agents';

/** In the order in which columns stand. */
export const purposeTitles: ReadonlyMap<AgentPurpose, string> = new Map([
  ['search', 'Search'],
  ['training', 'AI training'],
  ['retrieval', 'AI retrieval'],
  ['assistant', 'AI assistant'],
  ['shopping', 'Shopping'],
  ['seo', 'SEO'],
  ['archive', 'Archive'],
  ['research', 'Research'],
  ['preview', 'Preview'],
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
