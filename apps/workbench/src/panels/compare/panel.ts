import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'compare',
  title: 'Compare',
  order: 50,
  load: async () => (await import('./compare-panel.tsx')).ComparePanel,
};
