import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'verdicts',
  title: 'Verdicts',
  about: 'The verdict for every listed URL and crawler. Click a cell for an explanation.',
  area: 'ask',
  order: 10,
  load: async () => (await import('./verdicts-panel.tsx')).VerdictsPanel,
};
