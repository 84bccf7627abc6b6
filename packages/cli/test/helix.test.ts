/** Tests Helix with the configuration in docs/editor.md and the real command, in a terminal that `script` creates. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce, isOnPath, needs } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './command.ts';
import { documentedBlock, withCommand } from './editor.ts';

const isThere = isOnPath('hx') && isOnPath('script');

describe('Helix', needs('Helix: apt-get install hx (Debian 13)', isThere), () => {
  beforeAll(buildOnce);

  it('lists findings and formats on save, as documented', async () => {
    const folder = temporaryFolder();
    const env = { ...withCommand(folder), TERM: 'xterm-256color' };
    mkdirSync(join(folder, '.config/helix'), { recursive: true });
    writeFileSync(join(folder, '.config/helix/languages.toml'), documentedBlock('## Helix', 'toml'));
    writeFileSync(join(folder, 'robots.txt'), 'User-agent:*\nDisalow: /a\nDisallow:   /private/\n');
    const helix = spawn('script', ['-qec', 'stty rows 40 cols 120; hx robots.txt', '/dev/null'], {
      cwd: folder,
      env,
    });
    const ended = once(helix, 'exit');
    let screen = '';
    helix.stdout.on('data', (chunk) => (screen += chunk));
    const shows = async (text: string) => {
      while (!screen.includes(text)) await once(helix.stdout, 'data');
      screen = '';
    };
    // First the mark of a finding beside its line, then the list of all findings.
    await shows('●');
    helix.stdin.write(' d');
    await shows('misspelt-record');
    // Ctrl+C closes the list.
    helix.stdin.write('\x03:wq\r');
    await ended;
    expect(readFileSync(join(folder, 'robots.txt'), 'utf8')).toBe(
      'User-agent: *\nDisalow: /a\nDisallow: /private/\n',
    );
  });
});
