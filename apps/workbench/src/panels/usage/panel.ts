import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'usage',
  title: 'Usage',
  about: 'What the site states about search, AI training and AI input, and where.',
  area: 'ask',
  order: 40,
  asksUrl: true,
  load: async () => (await import('./usage-panel.tsx')).UsagePanel,
};
