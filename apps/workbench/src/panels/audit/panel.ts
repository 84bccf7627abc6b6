import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'audit',
  title: 'Audit',
  order: 60,
  load: async () => (await import('./audit-panel.tsx')).AuditPanel,
};
