/** Serves one example site alongside a service, so that users can try a fetch without a network. */
import { examplesFolder } from './examples-folder.ts';
import { type ServedSite, serveSite } from './site.ts';

export interface ExampleSite extends ServedSite {
  readonly origin: string;
}

/** An IP address, because not every system resolves `*.localhost`. */
const HOST = '127.0.0.1';
const site = { origins: [{ host: HOST, folder: 'shop' }] };

/**
 * Serves the site on the preferred port, so that records stored by earlier runs still apply. If that port is taken,
 * serves the site on a free port.
 */
export async function serveExample(wantedPort: number): Promise<ExampleSite> {
  const folder = examplesFolder();
  const served = await serveSite(site, folder, wantedPort).catch(() => serveSite(site, folder));
  return { ...served, origin: `http://${HOST}:${served.port}` };
}
