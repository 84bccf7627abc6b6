import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'compare',
  title: 'Compare',
  about: 'What a change opens and closes, and to whom.',
  area: 'change',
  order: 10,
  load: async () => (await import('./compare-panel.tsx')).ComparePanel,
};
