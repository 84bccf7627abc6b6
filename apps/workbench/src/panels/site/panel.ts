import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'site',
  title: 'Site',
  about: 'The paths of the site as one crawler sees them.',
  area: 'ask',
  order: 20,
  load: async () => (await import('./site-panel.tsx')).SitePanel,
};
