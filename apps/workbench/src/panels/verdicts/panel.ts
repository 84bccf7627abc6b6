import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'verdicts',
  title: 'Verdicts',
  order: 10,
  load: async () => (await import('./verdicts-panel.tsx')).VerdictsPanel,
};
