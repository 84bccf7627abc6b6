import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'watch',
  title: 'Watch',
  order: 75,
  needsNoFile: true,
  load: async () => (await import('./watch-panel.tsx')).WatchPanel,
};
