/**
 * Builds the site into `apps/docs/dist`: collects the repository's Markdown and the pages generated from code in
 * `apps/docs/.site`, and passes them to VitePress. Run `npm run build` first. VitePress is not installed with the
 * repository. The first run installs it, which needs the network.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedPages } from './generated.js';
import { relinked } from './links.js';
import { copiedPages, repositoryUrl, titleOf } from './pages.js';
import { badgeText, peers } from './peers.js';
import { markFolder, searched } from './unsearched.js';

process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));
const SITE = 'apps/docs/.site';
const DIST = 'apps/docs/dist';
const HOME = 'apps/docs/pages/index.md';

if (!existsSync('apps/docs/node_modules')) {
  run('npm', ['install', '--prefix', 'apps/docs', '--no-audit', '--no-fund']);
}
rmSync(SITE, { recursive: true, force: true });
mkdirSync(SITE, { recursive: true });
const menu = [...copyPages(), ...(await writeGenerated())];
for (const peer of peers()) save(`public/${peer.badge}`, badgeText(peer));
writeFileSync(`${SITE}/menu.json`, JSON.stringify(menu));
run('apps/docs/node_modules/.bin/typedoc', ['--options', 'apps/docs/typedoc.json']);
markFolder(SITE, 'api');
run(process.execPath, ['apps/docs/node_modules/vitepress/bin/vitepress.js', 'build', 'apps/docs']);
// Copies the workbench from the server package.
cpSync('packages/server/workbench', `${DIST}/ask`, { recursive: true });
linkDocumentation(`${DIST}/ask/index.html`);

/** Points the link in the workbench's help to this site. */
function linkDocumentation(page) {
  const empty = '<meta name="documentation" content="" />';
  const text = readFileSync(page, 'utf8');
  if (!text.includes(empty)) throw new Error(`${page}: expected ${empty}`);
  writeFileSync(page, text.replace(empty, '<meta name="documentation" content="../" />'));
}

function copyPages() {
  const pages = copiedPages();
  const targets = new Map(pages.map(({ source, target }) => [source, target]));
  const repository = repositoryUrl();
  const pictures = new Set();
  const entries = pages
    .filter(({ section }) => section !== undefined)
    .map(({ source, target, section }) => {
      const context = { source, target, targets, repository, onPicture: (file) => pictures.add(file) };
      const text = relinked(
        readFileSync(source, 'utf8')
          .replace(/^<!--[\s\S]*?-->\n/gm, '')
          .replace(/^(`{3,})robots$/gm, '$1txt'),
        context,
      );
      save(target, text);
      return { section, target, title: titleOf(text, target) };
    });
  const home = { source: HOME, target: 'index.md', targets, repository };
  save(
    'index.md',
    relinked(readFileSync(HOME, 'utf8'), { ...home, onPicture: (file) => pictures.add(file) }),
  );
  for (const file of pictures) cpSync(file, posix.join(SITE, file.replace(/^docs\//, '')));
  return entries;
}

async function writeGenerated() {
  return (await generatedPages()).map(({ target, section, text }) => {
    save(target, text);
    return { section, target, title: titleOf(text, target) };
  });
}

/** Two sources of one page would hide each other. */
function save(target, text) {
  const file = posix.join(SITE, target);
  if (existsSync(file)) throw new Error(`${target}: two pages have this name`);
  mkdirSync(posix.dirname(file), { recursive: true });
  writeFileSync(file, target.endsWith('.md') ? searched(target, text) : text);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
