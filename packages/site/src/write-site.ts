/** Writes a robots.txt into a folder, for builds that run scripts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSite, failureOf, type SiteReport } from './check-site.ts';
import { deployEnvironment, type Site } from './site.ts';

/**
 * Checks a site and writes its `robots.txt` into `folder`, for builds without a plugin. Call it with the folder of
 * public files, from a script that runs before the build.
 *
 * @returns The file that was written, with warnings and changes to print.
 * @throws {Error} If the file must not be deployed. Nothing is written in this case.
 * @throws {TypeError | RangeError} Like {@link checkSite}.
 */
export async function writeSite(site: Site, folder: string): Promise<SiteReport> {
  const report = await checkSite(site, site.environment ?? deployEnvironment('production'));
  const failure = failureOf(report);
  if (failure !== undefined) throw new Error(failure);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'robots.txt'), report.robots);
  return report;
}
