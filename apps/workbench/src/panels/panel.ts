/**
 * A panel is a folder here: `panel.ts` says what it is called and loads its view, `job.ts` holds what it asks of a
 * worker, and a test is beside them. To add one, copy a folder: nothing else lists panels or jobs.
 */
import type { ComponentType } from 'preact';

export interface PanelDefinition {
  /** Name of the folder: links, tabs and jobs use it. */
  readonly name: string;
  /** Text of its tab. */
  readonly title: string;
  /** Tabs are sorted by it, ascending. */
  readonly order: number;
  /** Only with a decision service behind the page. */
  readonly needsService?: boolean;
  /** It shows something without a robots.txt. */
  readonly needsNoFile?: boolean;
  load(): Promise<ComponentType>;
}
