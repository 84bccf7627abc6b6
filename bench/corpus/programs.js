/** Programs that read the same WARC file, each measured in its own process: `node programs.js NAME FILE`. */
import { createReadStream, readFileSync } from 'node:fs';
import { createGunzip, inflateRawSync } from 'node:zlib';

const [name, file] = process.argv.slice(2);
const CHUNK = 1024 * 1024;

const PROGRAMS = {
  async gunzip() {
    let octets = 0;
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK }).pipe(
      createGunzip({ chunkSize: 256 * 1024 }),
    ))
      octets += chunk.length;
    return octets;
  },
  /** (b) Decompress each member and parse its record: target, date, status, body. */
  async split() {
    const octets = readFileSync(file);
    let records = 0;
    for (let at = 0; at < octets.length; ) {
      const { buffer, engine } = inflateRawSync(octets.subarray(at + 10), { info: true });
      at += 10 + engine.bytesWritten + 8;
      const headEnd = buffer.indexOf('\r\n\r\n');
      const fields = new Map(
        buffer
          .toString('utf8', 0, headEnd)
          .split('\r\n')
          .map((line) => line.split(': ')),
      );
      const block = buffer.subarray(headEnd + 4, headEnd + 4 + Number(fields.get('Content-Length')));
      const httpEnd = block.indexOf('\r\n\r\n');
      const head = block.toString('latin1', 0, httpEnd).split('\r\n');
      if (fields.get('WARC-Target-URI') && head[0] && block.subarray(httpEnd + 4)) records++;
    }
    return records;
  },
  async read() {
    const { readWarcByBatch } = await import('@robots-exclusion/corpus');
    let records = 0;
    for await (const captures of readWarcByBatch(createReadStream(file, { highWaterMark: CHUNK })))
      records += captures.length;
    return records;
  },
  /** Columns: URL, outcome, and the rules for one crawler. */
  async outcome() {
    return rowsWith({ columns: ['url', 'outcome', 'crawlers'] });
  },
  /** All columns, one crawler. */
  async rows() {
    return rowsWith({});
  },
  /** (c) npm's warcio, and robots-parser; both from the folder that PEERS names. */
  async warcio() {
    const { createRequire } = await import('node:module');
    const require = createRequire(`${process.env.PEERS}/`);
    const { WARCParser } = await import(require.resolve('warcio'));
    const robotsParser = require('robots-parser');
    let records = 0;
    for await (const record of new WARCParser(createReadStream(file, { highWaterMark: CHUNK }))) {
      const body = Buffer.from(await record.readFully(true)).toString();
      const url = record.warcTargetURI;
      robotsParser(url, body).isAllowed(new URL('/', url).href, 'GPTBot');
      records++;
    }
    return records;
  },
};

async function rowsWith(options) {
  const { readWarcByBatch, rowMaker } = await import('@robots-exclusion/corpus');
  const row = rowMaker({ agents: ['GPTBot'], preset: 'commoncrawl', ...options });
  let records = 0;
  for await (const captures of readWarcByBatch(createReadStream(file, { highWaterMark: CHUNK }))) {
    for (const capture of captures) if (row(capture).url) records++;
  }
  return records;
}

// Loads the modules before the measurement, because a run over millions of records loads them only once.
await import('@robots-exclusion/corpus');
const first = await measured();
// Measures a second pass, because a run over millions of records also compiles its code only once.
const again = await measured();
console.log(JSON.stringify({ first, again, rssMb: process.resourceUsage().maxRSS / 1024 }));

/** CPU time of one pass, in milliseconds. */
async function measured() {
  const before = process.cpuUsage();
  await PROGRAMS[name]();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
