import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'identity',
  title: 'Identity',
  about: 'Whether a request came from the crawler named in its User-Agent header.',
  area: 'logs',
  order: 20,
  needsNoFile: true,
  load: async () => (await import('./identity-panel.tsx')).IdentityPanel,
};
