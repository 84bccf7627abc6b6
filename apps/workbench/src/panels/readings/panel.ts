import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'readings',
  title: 'Readings',
  about: 'How other parsers read the file for the chosen URL, and where they differ from RFC 9309.',
  area: 'ask',
  order: 30,
  asksUrl: true,
  load: async () => (await import('./readings-panel.tsx')).ReadingsPanel,
};
