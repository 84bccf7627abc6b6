import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'history',
  title: 'History',
  about: 'Drafts that this browser keeps.',
  area: 'change',
  order: 30,
  needsNoFile: true,
  load: async () => (await import('./history-panel.tsx')).HistoryPanel,
};
