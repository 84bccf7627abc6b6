/** Tests Neovim with the configuration in docs/editor.md and the real command. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce, needs } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './command.ts';
import { documentedBlock, withCommand } from './editor.ts';

const [, minor = 0] =
  /^NVIM v0\.(\d+)/.exec(spawnSync('nvim', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.map(Number) ??
  [];

/** The heading of the configuration for this version of Neovim. */
const heading = minor >= 11 ? 'Neovim 0.11 or later' : 'Neovim 0.7 to 0.10';

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
    const env = withCommand(folder);
    writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisalow: /a\nDisallow: /private/\n');
    writeFileSync(join(folder, 'try.lua'), documentedBlock(heading, 'lua') + USE);
    // Neovim prints to standard error.
    const output = execFileSync('sh', ['-c', 'nvim --headless --clean -c "luafile try.lua" 2>&1'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(output).toContain('2 misspelt-record');
    expect(output).toContain('Disallow: /private/');
  });
});
