/** Serves one example site beside a service, so that users can try a fetch without a network. */
import { examplesFolder } from './examples-folder.ts';
import { type ServedSite, serveSite } from './site.ts';

/** The site, and its URL. */
export interface ExampleSite extends ServedSite {
  readonly origin: string;
}

/** An IP address, because not every system resolves `*.localhost`. */
const HOST = '127.0.0.1';
const site = { origins: [{ host: HOST, folder: 'shop' }] };

/**
 * Serves the site on the preferred port, so that stored records still apply, or on a free port if that one is taken.
 */
export async function serveExample(wantedPort: number): Promise<ExampleSite> {
  const folder = examplesFolder();
  const served = await serveSite(site, folder, wantedPort).catch(() => serveSite(site, folder));
  return { ...served, origin: `http://${HOST}:${served.port}` };
}
