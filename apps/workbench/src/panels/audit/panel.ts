import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: 'audit',
  title: 'Audit',
  about: 'Access logs checked against the file: which crawlers requested disallowed URLs.',
  area: 'logs',
  order: 10,
  load: async () => (await import('./audit-panel.tsx')).AuditPanel,
};
