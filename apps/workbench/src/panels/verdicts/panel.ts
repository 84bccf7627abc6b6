import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'verdicts',
  title: 'Verdicts',
  about: 'Every listed URL for every crawler. A click on a cell explains it.',
  area: 'ask',
  order: 10,
  load: async () => (await import('./verdicts-panel.tsx')).VerdictsPanel,
};
