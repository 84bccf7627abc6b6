/**
 * Packs the files of a folder into one archive: the length of the index in four octets, the index in JSON, then the
 * files in sequence.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Files that are never loaded: types, source maps, and sources of built files. License files are kept. */
const LEFT_OUT = /\.(?:d\.[cm]?ts|ts|map|md|markdown)$|\/\.package-lock\.json$|\/node_modules\/\.bin\//;

/** Archives `folder`. `extra` holds additional texts by file name. Names use `/` as the separator on every system. */
export function archiveOf(folder, extra) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => !LEFT_OUT.test(`/${name}`) || /(?:^|\/)license/i.test(name))
    .sort();
  const files = [
    ...Object.entries(extra).map(([name, text]) => ({ name, mode: 0o600, body: Buffer.from(text) })),
    ...found.map((name) => ({
      name,
      mode: statSync(join(folder, name)).mode & 0o100 ? 0o700 : 0o600,
      body: readFileSync(join(folder, name)),
    })),
  ];
  const index = Buffer.from(
    JSON.stringify(files.map(({ name, mode, body }) => ({ name, mode, size: body.length }))),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  const whole = Buffer.concat([length, index, ...files.map(({ body }) => body)]);
  return brotliCompressSync(whole, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    },
  });
}
