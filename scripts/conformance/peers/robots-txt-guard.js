/**
 * Asks the npm package `robots-txt-guard` about a file that `robots-txt-parse` has read, both installed in the folder
 * that the first argument names. It gets path and query of the URL, as the URL Standard parses it.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { serve } from '../../../spec/adapters/adapter.js';

const require = createRequire(join(process.argv[2], 'x.js'));
const parse = require('robots-txt-parse');
const guard = require('robots-txt-guard');

await serve(async (octets, agent, url) => {
  const { pathname, search } = new URL(url);
  const file = await parse(Readable.from([octets]));
  return guard(file).isAllowed(agent, pathname + search);
});
