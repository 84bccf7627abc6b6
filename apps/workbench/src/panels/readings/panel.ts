import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'readings',
  title: 'Readings',
  order: 30,
  load: async () => (await import('./readings-panel.tsx')).ReadingsPanel,
};
