import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'audit',
  title: 'Audit',
  about: 'Access logs judged by the file: which crawler fetched what it may not.',
  area: 'logs',
  order: 10,
  load: async () => (await import('./audit-panel.tsx')).AuditPanel,
};
