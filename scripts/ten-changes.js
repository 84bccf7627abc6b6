/**
 * Makes ten changes on a throwaway copy of the repository, builds it, and says how many files each takes by hand and which doors have
 * it then: `node scripts/ten-changes.js`. Fails where a change takes more than three files, an operation more than five, or a door lacks it.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { changes } from './ten-changes/changes.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const MOST_FILES = 3;

/** Everything that is committed, and what is installed, which nobody writes to. */
function copied() {
  const folder = mkdtempSync(join(tmpdir(), 'robots-ten-changes-'));
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = stdout.split('\n').filter((name) => /^(packages|docs|tsconfig)/.test(name));
  for (const file of files.filter((name) => existsSync(join(root, name))))
    cpSync(join(root, file), join(folder, file), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  // Bundles of what no change touches.
  for (const name of ['core', 'client'])
    cpSync(join(root, `packages/${name}/lib`), join(folder, `packages/${name}/lib`), { recursive: true });
  for (const inner of ['', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)])
    linked(folder, inner);
  return folder;
}

/** What others wrote is linked to; links between the packages of the repository stay as they are, and lead to the copies. */
function linked(folder, inner) {
  const [from, to] = [root, folder].map((base) => join(base, inner, 'node_modules'));
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [from, to].map((base) => join(base, entry.name));
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name === '@robots-exclusion')
      cpSync(source, target, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(source, target);
  }
}

function edited(folder, [file, old, text]) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  if (text === undefined) return writeFileSync(path, old);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(old)) throw new Error(`${file} does not hold ${JSON.stringify(old)}`);
  writeFileSync(
    path,
    before.replace(old, () => text),
  );
}

function built(folder) {
  const projects = ['server', 'mcp', 'cli'].map((name) => `packages/${name}`);
  const { status } = spawnSync('node', [join(root, 'scripts/tsc.js'), '-b', ...projects], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the changed copy does not compile');
}

/** What each door says of itself. */
async function doorsOf(folder) {
  const load = (file) => import(pathToFileURL(join(folder, file)).href);
  const { createService } = await load('packages/server/dist/index.js');
  const { createRobotsMcp } = await load('packages/mcp/dist/index.js');
  const { describeOperations } = await load('packages/operations/dist/schemas.js');
  const { greatestLimits } = await load('packages/operations/dist/limits.js');
  const service = createService({ userAgent: 'TestBot/1.0' });
  const mcp = createRobotsMcp();
  const openApi = await (await service.fetch(new Request('http://localhost/openapi.json'))).text();
  const tools = await (await mcp.fetch(toolsRequest())).text();
  await mcp.close();
  await service.close();
  return {
    inOpenApi: JSON.stringify(JSON.parse(openApi)),
    inTools: tools,
    inSchema: JSON.stringify(describeOperations(greatestLimits)),
  };
}

function toolsRequest() {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  return new Request('http://localhost/mcp', { method: 'POST', headers, body });
}

const folder = copied();
let isGood = true;
try {
  for (const { edits } of Object.values(changes)) for (const edit of edits) edited(folder, edit);
  built(folder);
  const doors = await doorsOf(folder);
  for (const [name, { edits, most = MOST_FILES, ...found }] of Object.entries(changes)) {
    const files = new Set(edits.map(([file]) => file));
    const missing = Object.entries(found).filter(([door, text]) => !doors[door].includes(text));
    if (files.size > most || missing.length > 0) isGood = false;
    const lacks = missing.length > 0 ? `, missing ${missing.map(([door]) => door).join(', ')}` : '';
    console.log(`${String(files.size).padStart(2)} of ${most}  ${name}${lacks}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);
