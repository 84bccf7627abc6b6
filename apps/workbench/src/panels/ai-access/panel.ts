import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'ai-access',
  title: 'AI report',
  about: 'A printable report of what the file tells the crawlers of AI operators, with evidence.',
  area: 'ask',
  order: 50,
  load: async () => (await import('./ai-access-panel.tsx')).AiAccessPanel,
};
