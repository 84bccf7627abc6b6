/**
 * Packs the extension as `.vsix`: `npm run package -w apps/vscode [-- FILE]`. A `.vsix` is an Open Packaging archive
 * with a manifest; building one needs only esbuild, Rolldown, Vite and fflate from the registry.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { strToU8, zipSync } from 'fflate';
import { build as buildPage } from 'vite';
import { bundleLanguageServer } from '../../../packages/cli/scripts/bundle/language-server.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const workbench = fileURLToPath(new URL('../../workbench/', import.meta.url));

/** @param {string} file The path of the package to write. */
export async function packageExtension(file) {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const files = {
    'extension/package.json': strToU8(JSON.stringify(published(manifest), null, 2)),
    'extension/extension.cjs': await extensionCode(),
    ...(await serverCode()),
    'extension/robots-ask.js': await elementCode(),
    'extension/view.js': await readFile(join(root, 'src/view.js')),
    'extension/language-configuration.json': await readFile(join(root, 'language-configuration.json')),
    'extension/syntaxes/robotstxt.tmLanguage.json': await readFile(
      join(root, 'syntaxes/robotstxt.tmLanguage.json'),
    ),
    'extension/icon.png': await readFile(join(root, 'icon.png')),
    'extension/README.md': await readFile(join(root, 'README.md')),
    'extension/LICENSE': await readFile(join(root, '../../LICENSE')),
    'extension.vsixmanifest': strToU8(vsixManifest(manifest)),
    '[Content_Types].xml': strToU8(contentTypes),
  };
  // All files get the same date, so that the same sources always produce the same octets.
  await writeFile(file, zipSync(files, { level: 9, mtime: new Date(2026, 0, 1) }));
  return Object.keys(files);
}

/** Build-time dependencies are not part of the installed package. */
function published({ devDependencies: _, scripts: __, private: ___, ...manifest }) {
  return manifest;
}

async function extensionCode() {
  const { outputFiles } = await bundle({
    entryPoints: [join(root, 'src/extension.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minify: true,
    // The editor provides this module.
    external: ['vscode'],
  });
  return outputFiles[0].contents;
}

async function serverCode() {
  const files = Object.entries(await bundleLanguageServer());
  return Object.fromEntries(files.map(([name, code]) => [`extension/server/${name}`, strToU8(code)]));
}

async function elementCode() {
  const folder = await mkdtemp(join(tmpdir(), 'robots-vscode-'));
  const configFile = join(workbench, 'vite.embed.config.ts');
  await buildPage({ configFile, logLevel: 'error', build: { outDir: folder } });
  const code = await readFile(join(folder, 'robots-ask.js'));
  await rm(folder, { recursive: true });
  return code;
}

function vsixManifest({ name, version, publisher, displayName, description, engines, categories }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>${categories.join(',')}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
    </Properties>
    <License>extension/LICENSE</License>
    <Icon>extension/icon.png</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="json" ContentType="application/json"/><Default Extension="cjs" ContentType="application/javascript"/><Default Extension="js" ContentType="application/javascript"/><Default Extension="md" ContentType="text/markdown"/><Default Extension="png" ContentType="image/png"/><Default Extension="vsixmanifest" ContentType="text/xml"/><Override PartName="/extension/LICENSE" ContentType="text/plain"/></Types>
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.argv[2] ?? 'robots-exclusion.vsix';
  const names = await packageExtension(file);
  console.log(`${file}: ${names.length} files`);
}
