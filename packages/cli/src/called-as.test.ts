import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calledAs } from './called-as.ts';

describe('commands that messages suggest', () => {
  it.each([
    [
      'npx outside a project',
      ['home', '.npm', '_npx', 'a1b2', 'node_modules', '.bin', 'robots'],
      'npx @robots-exclusion/cli',
    ],
    ['npx in a project', ['project', 'node_modules', '.bin', 'robots'], 'npx robots'],
    ['npm start', ['clone', 'scripts', 'start.js'], 'npx robots'],
    ['an installation for all folders', ['usr', 'local', 'bin', 'robots'], 'robots'],
  ])('%s', (_, path, expected) => {
    expect(calledAs(sep + join(...path))).toBe(expected);
  });
});
