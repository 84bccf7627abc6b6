/** Archives URLs with warcio.js: FOLDER_OF_PACKAGES FILE URL... Responses are stored as fetch returns them. */
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, to, ...urls] = process.argv.slice(2);
const found = createRequire(join(folder, 'package.json')).resolve('warcio');
const { WARCRecord, WARCSerializer } = await import(pathToFileURL(found).href);
const file = createWriteStream(to);
for (const url of urls) {
  try {
    const response = await fetch(url, { redirect: 'manual' });
    const record = WARCRecord.create(
      {
        url,
        date: '2026-11-29T00:00:00Z',
        type: 'response',
        warcVersion: 'WARC/1.1',
        httpHeaders: Object.fromEntries(response.headers),
        statusline: `HTTP/1.1 ${response.status} ${response.statusText}`,
      },
      response.body ?? [],
    );
    file.write(await WARCSerializer.serialize(record, { gzip: true }));
  } catch (error) {
    console.error(url, error.message);
  }
}
file.end();
