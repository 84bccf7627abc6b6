/**
 * A Vite plugin that builds and serves the robots.txt of a site.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeMiddleware, nodePages, pageHeaders, robotsHandler } from 'robots-exclusion/generate';
import { checkSite, failureOf, type SiteReport } from './check-site.ts';
import { problemText } from './problem.ts';
import { deployEnvironment, robotsOf, type Site } from './site.ts';
import { headersFile } from './usage-headers.ts';

/** A site that Vite builds. */
export interface ViteSite extends Site {
  /** Also write `_headers`, which sends Content-Usage with every page: see {@link headersFile}. @default {false} */
  readonly headersFile?: boolean;
}

type Middleware = ReturnType<typeof nodeMiddleware>;

/** The parts of Vite's server that the plugin uses; `vite` itself is not imported. */
interface Server {
  readonly middlewares: { use(middleware: Middleware): unknown };
}

/** The parts of Vite's resolved configuration that the plugin uses. */
interface Config {
  readonly command: 'build' | 'serve';
  readonly mode: string;
  readonly publicDir: string;
}

/** The parts of the bundler's context that the plugin uses. */
interface Context {
  warn(message: string): void;
  error(message: string): never;
  info(message: string): void;
  emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown;
}

/** The plugin's hooks, in the form that Vite 5 to 8 expects. */
export interface RobotsPlugin {
  readonly name: string;
  configResolved(config: Config): void;
  configureServer(server: Server): void;
  configurePreviewServer(server: Server): void;
  buildStart(this: Context): Promise<void>;
  generateBundle(this: Context): void;
}

/**
 * Builds the site's robots.txt. `vite build` checks the file first, and fails if it must not be deployed. `vite dev`
 * serves it, and adds Content-Usage fields to the pages. The environment is {@link Site.environment}. If it is not set,
 * the environment is the platform's name for the deployment or, if there is none, Vite's mode.
 *
 * @example
 * ```ts
 * import { defineConfig } from 'vite';
 * import { robots } from '@robots-exclusion/site/vite';
 *
 * export default defineConfig({
 *   plugins: [robots({ config: { groups: [{ userAgents: '*', rules: [{ disallow: '/cart' }] }] } })],
 * });
 * ```
 */
export function robots(site: ViteSite): RobotsPlugin {
  let config: Config = { command: 'serve', mode: 'development', publicDir: '' };
  let checked: Promise<SiteReport> | undefined;
  const environment = (): string => site.environment ?? deployEnvironment(config.mode);
  const serve = ({ middlewares }: Server): void => {
    const served = { environment: 'production', config: robotsOf(site, environment()) };
    middlewares.use(nodeMiddleware(robotsHandler({ ...served, maxAgeSeconds: 0 })));
    const headersOf = nodePages(pageHeaders(served));
    middlewares.use(headersOf);
  };
  return {
    name: 'robots-exclusion',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer: serve,
    configurePreviewServer: serve,
    async buildStart() {
      if (config.command !== 'build') return;
      const isFirst = checked === undefined;
      // A framework runs one build for the browser and one for the server. One check is enough for both builds.
      checked ??= checkSite(site, environment());
      const report = await checked;
      for (const name of ['robots.txt', ...(site.headersFile ? ['_headers'] : [])])
        refuseOther(this, config.publicDir, name);
      const failure = failureOf(report);
      if (failure !== undefined) this.error(failure);
      if (isFirst) print(this, report);
    },
    generateBundle() {
      const source = robotsOf(site, environment());
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source });
      const headers = site.headersFile ? headersFile(source) : '';
      if (headers !== '') this.emitFile({ type: 'asset', fileName: '_headers', source: headers });
    },
  };
}

/**
 * Stops the build if the folder of public files contains a file named `name`. The build would overwrite that file, and
 * it is unclear which of the two files the site wants.
 */
function refuseOther(context: Context, publicDir: string, name: string): void {
  const file = join(publicDir, name);
  if (publicDir !== '' && existsSync(file))
    context.error(`Cannot build ${name}: ${file} also exists; expected only one of the two`);
}

function print(context: Context, { environment, problems, changes }: SiteReport): void {
  for (const problem of problems) context.warn(problemText(problem));
  for (const change of changes) context.info(`robots.txt (${environment}): ${change}`);
}
