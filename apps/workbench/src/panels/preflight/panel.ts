import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'preflight',
  title: 'Preflight',
  order: 65,
  needsNoFile: true,
  load: async () => (await import('./preflight-panel.tsx')).PreflightPanel,
};
