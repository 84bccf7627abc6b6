/**
 * Reads a folder of files into memory once. Later changes to the files have no effect, and no path in a request can
 * lead outside the folder.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Asset, AssetSource } from './assets.ts';

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.webmanifest', 'application/manifest+json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.wasm', 'application/wasm'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.map', 'application/json'],
]);

/** Media types that are worth compressing; files of all other types are already compressed. */
const compressible = /^(?:text\/|application\/(?:json|manifest|wasm)|image\/svg)/;

/** Reads the files of a folder; undefined if it has no `index.html`. */
export function readAssetFolder(folder: string): AssetSource | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const type = types.get(extname(file).toLowerCase()) ?? 'application/octet-stream';
    // Vite puts files with a content hash in their names into `/assets/`.
    const asset = assetOf(new Uint8Array(readFileSync(file)), type, path.startsWith('/assets/'));
    assets.set(path === '/index.html' ? '/' : path, asset);
  }
  return { find: (path) => assets.get(path) };
}

export function assetOf(body: Uint8Array<ArrayBuffer>, type: string, isImmutable = false): Asset {
  let gzip: Uint8Array<ArrayBuffer> | undefined;
  return {
    body,
    /**
     * The compressed file, created on first request, because most files are loaded only when a part of the page is
     * opened.
     */
    get gzip() {
      if (!compressible.test(type)) return undefined;
      gzip ??= new Uint8Array(gzipSync(body, { level: 9 }));
      return gzip.length < body.length ? gzip : undefined;
    },
    type,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    isImmutable,
  };
}
