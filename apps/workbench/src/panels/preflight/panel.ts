import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'preflight',
  title: 'Preflight',
  about: 'What the site really answers to a crawler.',
  area: 'live',
  order: 10,
  needsNoFile: true,
  load: async () => (await import('./preflight-panel.tsx')).PreflightPanel,
};
