/** Neovim, as docs/editor.md configures it, with the real command. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce, needs } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './command.ts';

const [, minor = 0] =
  /^NVIM v0\.(\d+)/.exec(spawnSync('nvim', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.map(Number) ??
  [];

/** The block of the document for this Neovim. */
function documented(): string {
  const text = readFileSync(new URL('../../../docs/editor.md', import.meta.url), 'utf8');
  const heading = minor >= 11 ? 'Neovim 0.11 or later' : 'Neovim 0.7 to 0.10';
  const [, code] =
    new RegExp(`^${heading}[^\\n]*\\n\\n\x60\x60\x60lua[^\\n]*\\n([\\s\\S]*?)\x60\x60\x60$`, 'm').exec(
      text,
    ) ?? [];
  if (code === undefined) throw new Error(`docs/editor.md has no block below "${heading}"`);
  return code;
}

const USE = `
vim.cmd('edit robots.txt')
vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, one in ipairs(vim.diagnostic.get(0)) do print(one.lnum + 1, one.code) end
local answers = vim.lsp.buf_request_sync(0, 'workspace/executeCommand', {
  command = 'robots.decide',
  arguments = { vim.uri_from_bufnr(0), '/private/x', 'Googlebot' },
}, 120000)
for _, answer in pairs(answers) do print(answer.result.verdict.rule.text) end
vim.cmd('qa!')
`;

describe('Neovim', needs('Neovim 0.7 or later: apt-get install neovim', minor >= 7), () => {
  beforeAll(buildOnce);

  it('shows findings and the rule that decides, as documented', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'bin'));
    const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));
    writeFileSync(join(folder, 'bin/robots'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
    chmodSync(join(folder, 'bin/robots'), 0o755);
    writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisalow: /a\nDisallow: /private/\n');
    writeFileSync(join(folder, 'try.lua'), documented() + USE);
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder };
    // What the editor prints goes to standard error.
    const output = execFileSync('sh', ['-c', 'nvim --headless --clean -c "luafile try.lua" 2>&1'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(output).toContain('2 misspelt-record');
    expect(output).toContain('Disallow: /private/');
  });
});
