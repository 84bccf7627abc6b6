import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'readings',
  title: 'Readings',
  about: 'How other parsers read the file for the asked URL, and where they part from RFC 9309.',
  area: 'ask',
  order: 30,
  load: async () => (await import('./readings-panel.tsx')).ReadingsPanel,
};
