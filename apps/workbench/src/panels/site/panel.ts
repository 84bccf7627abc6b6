import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'site',
  title: 'Site',
  order: 20,
  load: async () => (await import('./site-panel.tsx')).SitePanel,
};
