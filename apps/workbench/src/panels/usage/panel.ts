import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'usage',
  title: 'Usage',
  order: 40,
  load: async () => (await import('./usage-panel.tsx')).UsagePanel,
};
