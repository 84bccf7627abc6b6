/** Writes a WARC file of robots.txt captures: real files if `ROBOTS_CORPUS` is set, generated ones otherwise. */
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @returns The size of the records in octets before compression. */
export function makeWarc(path, records, corpus) {
  const bodies = bodiesOf(corpus);
  const file = openSync(path, 'w');
  let octets = 0;
  for (let index = 0; index < records; index++) {
    const body = bodies[index % bodies.length];
    // Makes each body unique, so that programs gain nothing by caching bodies.
    const own = Buffer.concat([body, Buffer.from(`\n# ${index}\n`)]);
    const record = recordOf(index, own);
    octets += record.length;
    writeSync(file, gzipSync(record));
  }
  closeSync(file);
  return octets;
}

/** Bodies of the files in a folder, or generated ones. */
export function bodiesOf(corpus) {
  return corpus ? realBodies(corpus) : madeUpBodies();
}

function realBodies(corpus) {
  const folder = join(corpus, 'robots');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name)))
    .filter((body) => body.length < 100_000);
}

/** Sizes around those of real files: median 300 octets, some of 10 KB. */
function madeUpBodies() {
  return Array.from({ length: 500 }, (_, index) => {
    const rules = index % 10 === 0 ? 300 : index % 3 === 0 ? 40 : 6;
    const lines = Array.from(
      { length: rules },
      (__, at) => `Disallow: /${(index * 7919 + at * 104_729).toString(36)}/*.html`,
    );
    return Buffer.from(
      `User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\n${lines.join('\n')}\nSitemap: https://s${index}.example/map.xml\n`,
    );
  });
}

/** A record. Every 20th response is a 404, every 50th a redirect. */
function recordOf(index, body) {
  const status = index % 20 === 7 ? '404 Not Found' : index % 50 === 9 ? '301 Moved Permanently' : '200 OK';
  const content = status.startsWith('2') ? body : Buffer.from('<html><title>no</title></html>');
  const http = Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${status}\r\nDate: Sun, 22 Nov 2026 10:00:00 GMT\r\nServer: nginx\r\nContent-Type: text/plain; charset=UTF-8\r\nLocation: https://www.s${index}.example/robots.txt\r\nETag: "${index}"\r\n\r\n`,
    ),
    content,
  ]);
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-11-22T10:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-${String(index).padStart(12, '0')}>\r\nContent-Length: ${http.length}\r\nContent-Type: application/http; msgtype=response\r\nWARC-IP-Address: 192.0.2.1\r\nWARC-Target-URI: https://s${index}.example/robots.txt\r\nWARC-Payload-Digest: sha1:${index}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')]);
}
