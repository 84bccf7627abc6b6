import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newCommand } from './command.js';
import { newDialect } from './dialect.js';
import { newLintRule } from './lint-rule.js';
import { newPanel } from './panel.js';
import { newRecord } from './record.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

it.each([newCommand, newDialect, newLintRule, newPanel, newRecord])('%o finds its places', (newPart) => {
  for (const [file, edit] of Object.entries<(text: string) => string>(newPart('new-part').edits)) {
    const text = readFileSync(join(root, file), 'utf8');
    expect(edit(text).length, file).toBeGreaterThan(text.length);
  }
});

it('lists a lint rule in order, and the rule of the work limit last', () => {
  const file = 'packages/core/src/lint/rules/index.ts';
  const index = newLintRule('new-part').edits[file](readFileSync(join(root, file), 'utf8'));
  const [, list = ''] = /Object\.freeze\(\[([\s\S]*?)\]/.exec(index) ?? [];
  const names = [...list.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name);
  expect(names).toContain('newPart');
  expect(names.at(-1)).toBe('workLimit');
  expect(names.slice(0, -1)).toEqual(names.slice(0, -1).sort());
});
