/**
 * A panel is a folder here: `panel.ts` says what it is called and loads its view, `job.ts` holds what it asks of a
 * worker, and a test is beside them. To add one, copy a folder: nothing else lists panels or jobs.
 */
import type { ComponentType } from 'preact';

/** What the panels of an area have in common: the question, the draft, the site as it is now, its logs. */
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
  /** Only with a decision service behind the page. */
  readonly needsService?: boolean;
  /** It shows something without a robots.txt. */
  readonly needsNoFile?: boolean;
  load(): Promise<ComponentType>;
}
