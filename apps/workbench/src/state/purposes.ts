/** Purposes of crawlers, in the page's words and order. */
import type { AgentPurpose } from 'robots-exclusion/agents';

/** Titles of purposes, in the order of the columns. */
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
