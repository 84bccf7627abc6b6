import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'preflight',
  title: 'Preflight',
  about: 'How the site actually responds to a crawler.',
  area: 'live',
  order: 10,
  needsNoFile: true,
  load: async () => (await import('./preflight-panel.tsx')).PreflightPanel,
};
