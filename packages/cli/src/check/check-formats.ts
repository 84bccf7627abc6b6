export const checkFormats = ['text', 'json', 'ndjson', 'csv'] as const;

export type CheckFormat = (typeof checkFormats)[number];
