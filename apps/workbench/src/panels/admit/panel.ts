import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'admit',
  title: 'Block or welcome',
  about: 'Keep out or let in all crawlers with one purpose or from one operator.',
  area: 'change',
  order: 5,
  needsNoFile: true,
  load: async () => (await import('./admit-panel.tsx')).AdmitPanel,
};
