import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'watch',
  title: 'Watch',
  about: 'Versions of the file that the site served.',
  area: 'live',
  order: 20,
  needsNoFile: true,
  load: async () => (await import('./watch-panel.tsx')).WatchPanel,
};
