import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_SIZE } from 'robots-exclusion';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('generate-includes.js', import.meta.url));

it('writes the size limit into pages and Python, and reports where another stands', {
  timeout: 400_000,
}, async () => {
  await buildOnce();
  const cwd = mkdtempSync(join(tmpdir(), 'robots-includes-'));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' });
  const page = (bytes: string, size: string) =>
    `| octets | <!-- include max-bytes -->${bytes}<!-- end --> (<!-- include max-size -->${size}<!-- end -->) |\n`;
  const python = (bytes: string) => `# include max-bytes-in-python\nDEFAULT_MAX_BYTES = ${bytes}\n# end\n`;
  mkdirSync(join(cwd, 'docs'));
  writeFileSync(join(cwd, 'docs/page.md'), page('1', '0 KiB'));
  writeFileSync(join(cwd, 'settings.py'), python('1'));

  const checked = run('--check');
  expect([checked.status, checked.stderr.match(/^\S+ is not up to date/gm)]).toEqual([
    1,
    ['docs/page.md is not up to date', 'settings.py is not up to date'],
  ]);
  expect(readFileSync(join(cwd, 'settings.py'), 'utf8')).toBe(python('1'));

  expect(run().status).toBe(0);
  const bytes = DEFAULT_MAX_BYTES.toLocaleString('en-US');
  expect(readFileSync(join(cwd, 'docs/page.md'), 'utf8')).toBe(page(bytes, DEFAULT_MAX_SIZE));
  expect(readFileSync(join(cwd, 'settings.py'), 'utf8')).toBe(python(bytes.replaceAll(',', '_')));
});
