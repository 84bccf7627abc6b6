/** The system's Chromium, for tests and pictures: where it is, and what it is started with. */
import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** What `CHROMIUM` names, or the first that is there. */
export const browserPath = process.env['CHROMIUM'] ?? places.find((path) => existsSync(path)) ?? 'chromium';

/** Nothing of its own on the network, and no sandbox: it opens only this page. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
