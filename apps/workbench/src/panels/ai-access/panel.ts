import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'ai-access',
  title: 'AI report',
  about: 'What the file says to the crawlers of AI operators, with the evidence, to print.',
  area: 'ask',
  order: 50,
  load: async () => (await import('./ai-access-panel.tsx')).AiAccessPanel,
};
