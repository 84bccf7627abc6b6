/**
 * All panels, by area and in the order of their tabs. Each has a folder beside this file, in which `job.ts` contains its
 * worker jobs.
 */
import type { ComponentType } from 'preact';

/** The subject of an area's panels: the question, the draft, the live site, its logs. */
export type Area = 'ask' | 'change' | 'live' | 'logs';

/** In the order of their buttons. */
export const areaTitles: ReadonlyMap<Area, string> = new Map([
  ['ask', 'Answers'],
  ['change', 'Change'],
  ['live', 'Live'],
  ['logs', 'Logs'],
]);

interface PanelDefinition {
  /** Name of the folder. Links, tabs and jobs use it. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly area: Area;
  /** Whether the panel has content even without a robots.txt. */
  readonly needsNoFile?: boolean;
  /** Whether the panel takes URLs or logs of the user before there is a robots.txt. */
  readonly takesInput?: boolean;
  /** Whether the panel answers from the draft for the chosen URL. It has no answer for a URL of another site. */
  readonly asksUrl?: boolean;
  load(): Promise<ComponentType>;
}

export const panels: readonly PanelDefinition[] = [
  {
    name: 'verdicts',
    title: 'Verdicts',
    about: 'The verdict for every listed URL and crawler. Click a cell for an explanation.',
    area: 'ask',
    takesInput: true,
    load: async () => (await import('./verdicts/verdicts-panel.tsx')).VerdictsPanel,
  },
  {
    name: 'site',
    title: 'Site',
    about: 'The paths of the site as one crawler sees them.',
    area: 'ask',
    load: async () => (await import('./site/site-panel.tsx')).SitePanel,
  },
  {
    name: 'readings',
    title: 'Readings',
    about: 'How other parsers read the file for the chosen URL, and where they differ from RFC 9309.',
    area: 'ask',
    asksUrl: true,
    load: async () => (await import('./readings/readings-panel.tsx')).ReadingsPanel,
  },
  {
    name: 'usage',
    title: 'Usage',
    about: 'What the site states about search, AI training and AI input, and where.',
    area: 'ask',
    asksUrl: true,
    load: async () => (await import('./usage/usage-panel.tsx')).UsagePanel,
  },
  {
    name: 'ai-access',
    title: 'AI report',
    about: 'A printable report of what the file tells the crawlers of AI operators, with evidence.',
    area: 'ask',
    load: async () => (await import('./ai-access/ai-access-panel.tsx')).AiAccessPanel,
  },
  {
    name: 'admit',
    title: 'Block or welcome',
    about: 'Keep out or let in all crawlers with one purpose or from one operator.',
    area: 'change',
    needsNoFile: true,
    load: async () => (await import('./admit/admit-panel.tsx')).AdmitPanel,
  },
  {
    name: 'compare',
    title: 'Compare',
    about: 'What a change allows and disallows, and for which crawlers.',
    area: 'change',
    load: async () => (await import('./compare/compare-panel.tsx')).ComparePanel,
  },
  {
    name: 'history',
    title: 'History',
    about: 'Drafts that this browser keeps.',
    area: 'change',
    needsNoFile: true,
    load: async () => (await import('./history/history-panel.tsx')).HistoryPanel,
  },
  {
    name: 'preflight',
    title: 'Preflight',
    about: 'How the site actually responds to a crawler.',
    area: 'live',
    needsNoFile: true,
    load: async () => (await import('./preflight/preflight-panel.tsx')).PreflightPanel,
  },
  {
    name: 'watch',
    title: 'Watch',
    about: 'Versions of the file that the site served.',
    area: 'live',
    needsNoFile: true,
    load: async () => (await import('./watch/watch-panel.tsx')).WatchPanel,
  },
  {
    name: 'audit',
    title: 'Audit',
    about: 'Access logs checked against the file: which crawlers requested disallowed URLs.',
    area: 'logs',
    takesInput: true,
    load: async () => (await import('./audit/audit-panel.tsx')).AuditPanel,
  },
  {
    name: 'identity',
    title: 'Identity',
    about: 'Whether a request came from the crawler named in its User-Agent header.',
    area: 'logs',
    needsNoFile: true,
    load: async () => (await import('./identity/identity-panel.tsx')).IdentityPanel,
  },
];

/** The panel named `name`, or the first panel if no panel has that name. */
export function panelNamed(name: string): PanelDefinition {
  return panels.find((panel) => panel.name === name) ?? (panels[0] as PanelDefinition);
}
