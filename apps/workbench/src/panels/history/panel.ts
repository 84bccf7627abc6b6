import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'history',
  title: 'History',
  order: 90,
  needsNoFile: true,
  load: async () => (await import('./history-panel.tsx')).HistoryPanel,
};
