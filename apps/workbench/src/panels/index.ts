/** All panels, ordered by area and tab: every folder with a `panel.ts` is a panel. */
import { areaTitles, type PanelDefinition } from './panel.ts';

const areas = [...areaTitles.keys()];

const found = import.meta.glob<{ panel: PanelDefinition }>('./*/panel.ts', { eager: true });

export const panels: readonly PanelDefinition[] = Object.values(found)
  .map(({ panel }) => panel)
  .sort((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area) || a.order - b.order);

/** The panel named `name`, or the first panel if no panel has that name. */
export function panelNamed(name: string): PanelDefinition {
  return panels.find((panel) => panel.name === name) ?? (panels[0] as PanelDefinition);
}
