import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';

let folder: string;
let files: Record<string, Uint8Array>;

describe('the extension as .vsix', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'robots-vsix-'));
    const script = fileURLToPath(new URL('../scripts/package-vsix.js', import.meta.url));
    execFileSync(process.execPath, [script, join(folder, 'x.vsix')], {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    });
    files = unzipSync(await readFile(join(folder, 'x.vsix')));
  });

  it('holds every file that its manifest names', () => {
    const manifest = JSON.parse(strFromU8(files['extension/package.json'] as Uint8Array));
    const named = [
      manifest.main,
      manifest.icon,
      manifest.contributes.languages[0].configuration,
      manifest.contributes.grammars[0].path,
      './robots-ask.js',
      './view.js',
    ];
    for (const name of named) expect(Object.keys(files)).toContain(join('extension', name));
    const vsix = strFromU8(files['extension.vsixmanifest'] as Uint8Array);
    for (const [, path] of vsix.matchAll(/Path="([^"]+)"/g)) expect(Object.keys(files)).toContain(path);
    expect(files['[Content_Types].xml']).toBeDefined();
    expect(manifest).not.toHaveProperty('devDependencies');
  });

  it('brings along a language server that needs no command', async () => {
    const home = join(folder, 'extension');
    for (const [name, octets] of Object.entries(files)) {
      if (!/^extension\/(?:server\/|package\.json)/.test(name)) continue;
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), octets);
    }
    const text = 'User-agent: *\nDisalow: /x\n';
    const textDocument = { uri: 'file:///robots.txt', languageId: 'robotstxt', version: 1, text };
    const said = [
      { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
      { method: 'initialized', params: {} },
      { method: 'textDocument/didOpen', params: { textDocument } },
    ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
    const server = spawn(process.execPath, [join(home, 'server/server.js'), '--stdio']);
    let answers = '';
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (chunk) => {
        answers += chunk;
        if (answers.includes('misspelt-record')) resolve();
      });
      server.on('exit', (code) => reject(new Error(`The server ended with ${code}: ${answers}`)));
      for (const message of said)
        server.stdin.write(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`);
    });
    server.removeAllListeners('exit').kill();
  });

  it('loads, and registers what the manifest contributes', async () => {
    const manifest = JSON.parse(strFromU8(files['extension/package.json'] as Uint8Array));
    await writeFile(join(folder, 'extension.cjs'), files['extension/extension.cjs'] as Uint8Array);
    // The editor provides its API as the module "vscode"; calls to it are recorded here.
    await writeFile(join(folder, 'run.cjs'), run);
    const out = execFileSync(process.execPath, [join(folder, 'run.cjs')], { encoding: 'utf8' });
    const registered = JSON.parse(out.trim().split('\n').at(-1) as string);
    expect(registered.commands).toEqual(
      manifest.contributes.commands.map(({ command }: { command: string }) => command),
    );
    expect(registered.views).toEqual(manifest.contributes.views.explorer.map(({ id }: { id: string }) => id));
    expect(registered.html).toContain("default-src 'none'");
  });
});

const run = `
const Module = require('node:module');
const seen = { commands: [], views: [], html: '' };
const none = () => ({ dispose() {} });
const view = { webview: { cspSource: 'x', asWebviewUri: (uri) => uri, onDidReceiveMessage: none, postMessage() {} }, onDidDispose: none };
const known = {
  Uri: { joinPath: (_, name) => name },
  window: { activeTextEditor: undefined, onDidChangeActiveTextEditor: none, showWarningMessage() {},
    registerWebviewViewProvider(id, provider) { seen.views.push(id); provider.resolveWebviewView(view); seen.html = view.webview.html; return none(); } },
  commands: { registerCommand(id) { seen.commands.push(id); return none(); } },
  workspace: { onDidChangeTextDocument: none, getConfiguration: () => ({ get: () => 'no-such-command-here' }) },
};
// Classes that the language client extends.
const vscode = new Proxy(known, { get: (target, name) => target[name] ?? class {} });
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const { activate } = require('./extension.cjs');
activate({ subscriptions: [], extensionUri: 'x' }).catch(() => undefined).finally(() => {});
console.log(JSON.stringify(seen));
process.exit(0);
`;

interface Pattern {
  readonly match?: string;
  readonly captures?: Readonly<Record<string, { readonly name: string }>>;
}

/**
 * Imitates an editor's engine: returns the captures of the first pattern that matches the line, as scopes with their
 * text.
 */
function scopesOf(line: string, patterns: readonly Pattern[]): Record<string, string> {
  for (const { match, captures } of patterns) {
    // JavaScript expresses a case-insensitive group as a flag of the whole expression.
    const found = match && new RegExp(match.replaceAll('(?i:', '(?:'), 'i').exec(line);
    if (!found || !captures) continue;
    return Object.fromEntries(
      Object.entries(captures).map(([at, { name }]) => [
        name.split('.').at(-2) ?? '',
        found[Number(at)] ?? '',
      ]),
    );
  }
  return {};
}

describe('the grammar, which colours without the server', () => {
  it.each([
    ['User-agent: GPTBot # AI', { 'user-agent': 'User-agent', 'key-value': ':', crawler: 'GPTBot ' }],
    ['  DISALLOW :/a*$', { disallow: 'DISALLOW', 'key-value': ':', pattern: '/a*$' }],
    ['allow: /', { allow: 'allow', 'key-value': ':', pattern: '/' }],
    ['Sitemap: https://e.com/s', { record: 'Sitemap', 'key-value': ':', value: 'https://e.com/s' }],
    ['# Disallow: /', {}],
    ['no record', {}],
  ])('%j', async (line, scopes) => {
    const file = new URL('../syntaxes/robotstxt.tmLanguage.json', import.meta.url);
    const { patterns } = JSON.parse(await readFile(file, 'utf8'));
    expect(scopesOf(line, patterns)).toEqual(scopes);
  });
});
