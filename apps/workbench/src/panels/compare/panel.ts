import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'compare',
  title: 'Compare',
  about: 'What a change allows and disallows, and for which crawlers.',
  area: 'change',
  order: 10,
  load: async () => (await import('./compare-panel.tsx')).ComparePanel,
};
