/**
 * Each folder beside this file is a panel: `panel.ts` contains its name and loads its view, `job.ts` contains its
 * worker jobs, and the folder also contains a test. To add a panel, copy a folder: nothing else lists panels or jobs.
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
  /** Name of the folder. Links, tabs and jobs use it. */
  readonly name: string;
  /** Text of its tab. */
  readonly title: string;
  /** A sentence that describes the panel, for the help. */
  readonly about: string;
  readonly area: Area;
  /** Sorts the tabs of an area, in ascending order. */
  readonly order: number;
  /** Whether the panel needs a decision service. */
  readonly needsService?: boolean;
  /** Whether the panel has content even without a robots.txt. */
  readonly needsNoFile?: boolean;
  /** Whether the panel answers from the draft for the chosen URL. It has no answer for a URL of another site. */
  readonly asksUrl?: boolean;
  load(): Promise<ComponentType>;
}
