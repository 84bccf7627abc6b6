/** The system's Chromium, for tests and screenshots: its path and its start options. */
import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser in `CHROMIUM`, or the first one found. */
export const browserPath = process.env['CHROMIUM'] ?? places.find((path) => existsSync(path)) ?? 'chromium';

/** The browser makes no requests of its own, and needs no sandbox, because it opens only this page. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
