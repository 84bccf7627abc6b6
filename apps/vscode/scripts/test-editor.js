/**
 * Tests the extension in the browser version of Visual Studio Code, which npm's code-server contains:
 *
 *   npm run test:editor -w apps/vscode [-- PICTURES]
 *
 * Installs code-server into a temporary folder (about 400 MB, without its native parts, which are not needed), installs
 * the packed extension there, and opens a robots.txt in Chromium. The language, its colours, findings, a fix and a
 * completion must be visible. PICTURES is a folder for screenshots. Needs the network and Chromium.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { run } from '../../../scripts/release/run.js';
import { browserArguments, browserPath } from '../../workbench/scripts/browser.js';
import { packageExtension } from './package-vsix.js';

/** The newest version that runs on Node.js 20. */
const EDITOR = 'code-server@4.100.3';
const ROBOTS = 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisalow: /private/\nAllow: /private/x\n';
/** A generous limit, because the machine may be busy. */
const PATIENCE_MS = 120_000;

const pictures = process.argv[2] === undefined ? undefined : resolve(process.argv[2]);
const scratch = mkdtempSync(join(tmpdir(), 'robots-vscode-'));
const folder = mkdtempSync(join(scratch, 'site-'));
try {
  const editor = installEditor();
  const vsix = join(scratch, 'robots-exclusion.vsix');
  await packageExtension(vsix);
  run('node', [editor, '--install-extension', vsix, ...settings()]);
  writeFileSync(join(folder, 'robots.txt'), ROBOTS);
  await withServer(editor, tryIn);
  console.log('The extension works in Visual Studio Code');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @returns The path of the editor's server program. */
function installEditor() {
  const quiet = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
  run('npm', ['pack', '--silent', EDITOR, '--pack-destination', scratch]);
  run('sh', ['-c', 'tar xzf code-server-*.tgz'], { cwd: scratch });
  const vscode = join(scratch, 'vscode');
  cpSync(join(scratch, 'package/lib/vscode'), vscode, { recursive: true });
  run('npm', ['install', ...quiet], { cwd: vscode });
  return join(vscode, 'out/server-main.js');
}

function settings() {
  return [
    '--accept-server-license-terms',
    '--server-data-dir',
    join(scratch, 'data'),
    '--extensions-dir',
    join(scratch, 'extensions'),
  ];
}

async function withServer(editor, use) {
  const server = spawn('node', [
    editor,
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--without-connection-token',
    ...settings(),
  ]);
  const ended = once(server, 'exit');
  try {
    const port = await new Promise((found, failed) => {
      let output = '';
      server.stdout.on('data', (chunk) => {
        output += chunk;
        const [, listening] = /listening on (\d+)/.exec(output) ?? [];
        if (listening) found(listening);
      });
      server.once('exit', () => failed(new Error(`The editor ended: ${output}`)));
    });
    await use(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
  } finally {
    server.kill();
    await ended;
  }
}

async function tryIn(url) {
  const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url);
    await page.getByText('Yes, I trust the authors').click();
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'robots.txt' }).dblclick();
    await page.getByRole('button', { name: 'robots.txt', exact: true }).last().waitFor();
    await page.locator('.squiggly-error').first().waitFor();
    await see(page, 'findings');
    const line = page.locator('.view-line', { hasText: 'Disalow' });
    const colours = await page
      .locator('.view-line span span')
      .evaluateAll((all) => new Set(all.map((one) => one.className)).size);
    if (colours < 4) throw new Error(`The file has ${colours} colours: expected at least 4`);
    await line.click();
    await page.keyboard.press('Control+Period');
    await page.getByText('Write "Disallow"').waitFor();
    await see(page, 'fix');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('User-agent: gptb');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'GPTBot' }).waitFor();
    await see(page, 'completion');
  } finally {
    await browser.close();
  }
}

async function see(page, name) {
  console.log(`seen: ${name}`);
  if (pictures) await page.screenshot({ path: join(pictures, `vscode-${name}.png`) });
}
