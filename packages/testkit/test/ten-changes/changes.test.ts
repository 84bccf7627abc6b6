import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { changedFiles, changes } from './changes.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

it.each(Object.entries(changes))('%s takes as few files as it says', (_, { files, edits }) => {
  expect(new Set(edits.map(([file]) => file)).size).toBe(files);
});

it('finds the place of every edit', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  for (const [file, text] of changedFiles(read)) expect(text.length, file).toBeGreaterThan(0);
});
