/**
 * Asks the npm package `robots-parser`, installed in the folder that the first argument names. The file is treated as
 * the robots.txt of the URL's host.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { serve } from '../../../spec/adapters/adapter.js';

const robotsParser = createRequire(join(process.argv[2], 'x.js'))('robots-parser');

await serve((octets, agent, url) => {
  return robotsParser(robotsUrlOf(url), octets.toString('utf8')).isAllowed(url, agent);
});

function robotsUrlOf(url) {
  try {
    return new URL('/robots.txt', url).href;
  } catch {
    return '/robots.txt';
  }
}
