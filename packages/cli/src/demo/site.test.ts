import { mkdtempSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveSite } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'robots-site-'));

describe('The example site', () => {
  it.each([
    'http://shop.localhost/../outside.txt',
    'http://shop.localhost/a/../../../../outside.txt',
    '/../outside.txt',
    '/..\\outside.txt',
    '//x/../../outside.txt',
  ])('serves nothing outside of its folder: %s', async (target) => {
    writeFileSync(join(folder, 'outside.txt'), 'secret');
    const site = await serveSite({ origins: [{ host: 'shop.localhost', folder: 'shop' }] }, folder);
    try {
      expect(await statusOf(site.port, target)).toBe(404);
    } finally {
      await site.close();
    }
  });
});

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: 'shop.localhost' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
