/**
 * A panel is a folder here: `panel.ts` contains its name and loads its view, `job.ts` contains its worker jobs, and a
 * test is beside them. To add a panel, copy a folder: nothing else lists panels or jobs.
 */
import type { ComponentType } from 'preact';

/** The subject of an area's panels: the question, the draft, the live site, its logs. */
export type Area = 'ask' | 'change' | 'live' | 'logs';

/** In the order of their buttons. */
export const areaTitles: ReadonlyMap<Area, string> = new Map([
  ['ask', 'Ask'],
  ['change', 'Change'],
  ['live', 'Live'],
  ['logs', 'Logs'],
]);

export interface PanelDefinition {
  /** Name of the folder: links, tabs and jobs use it. */
  readonly name: string;
  /** Text of its tab. */
  readonly title: string;
  /** What it answers, in a sentence; the help lists it. */
  readonly about: string;
  readonly area: Area;
  /** Tabs of an area are sorted by it, ascending. */
  readonly order: number;
  /** Only if the page has a decision service. */
  readonly needsService?: boolean;
  /** It has content without a robots.txt. */
  readonly needsNoFile?: boolean;
  load(): Promise<ComponentType>;
}
