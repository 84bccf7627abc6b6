import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'identity',
  title: 'Identity',
  order: 70,
  needsNoFile: true,
  load: async () => (await import('./identity-panel.tsx')).IdentityPanel,
};
