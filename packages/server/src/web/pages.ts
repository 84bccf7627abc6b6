/**
 * The routes that return neither decisions nor records: metrics, the service's description as OpenAPI and as a page,
 * and the workbench.
 */
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { printableJson } from 'robots-exclusion/print';
import { assetOf } from '../assets/asset-folder.ts';
import { type Asset, assetFields } from '../assets/assets.ts';
import { ProblemError } from '../problems.ts';
import type { ServiceContext, ServiceEnv, Services } from '../service-env.ts';
import { docsPage } from './docs-page.ts';
import { describeService } from './openapi.ts';
import { dataFields, dataReply, pageReply } from './reply.ts';

/** Adds the routes of this module, and responds to all paths without a route. */
export function addPages(app: OpenAPIHono<ServiceEnv>, services: Services): void {
  /** A page that depends on nothing: made on first request, then sent as it is. */
  function kept(make: () => KeptPage): (context: ServiceContext) => Response {
    let page: KeptPage | undefined;
    return (context) => {
      page ??= make();
      return assetReply(page.asset, context, page.fields);
    };
  }

  const docs = kept(() => {
    const { html, fields } = docsPage(describeService(app, services.version));
    return { asset: assetOf(new TextEncoder().encode(html), 'text/html; charset=utf-8'), fields };
  });
  const description = kept(() => {
    const text = printableJson(describeService(app, services.version));
    return { asset: assetOf(new TextEncoder().encode(text), 'application/json'), fields: dataFields };
  });

  describePages(app);
  app.get('/openapi.json', description);
  app.get('/docs', docs);
  app.get('/metrics', async ({ env }) => {
    const { text, type } = await services.metrics.text();
    // A thousand requests may have waited for the same text.
    await env.share.turn();
    return dataReply(text, { type, requestId: env.requestId });
  });
  app.get('*', (context) => {
    const found = services.assets?.find(context.req.path);
    if (found) return assetReply(found, context);
    if (context.req.path === '/') return docs(context);
    throw notFound(app, context);
  });
  app.notFound((context) => {
    throw notFound(app, context);
  });
}

function describePages({ openAPIRegistry }: OpenAPIHono<ServiceEnv>): void {
  for (const [path, summary, type] of [
    ['/metrics', 'Metrics in the Prometheus text format', 'text/plain'],
    ['/openapi.json', 'This description', 'application/json'],
    ['/docs', 'This description as a web page', 'text/html'],
  ] as const) {
    const schema = type === 'application/json' ? z.looseObject({}) : z.string();
    const content = { [type]: { schema } };
    openAPIRegistry.registerPath({
      method: 'get',
      path,
      summary,
      responses: { 200: { description: summary, content } },
    });
  }
}

interface KeptPage {
  readonly asset: Asset;
  readonly fields: Readonly<Record<string, string>>;
}

function assetReply(asset: Asset, { req, env }: ServiceContext, own: KeptPage['fields'] = {}): Response {
  const isCompressed = /\bgzip\b/.test(req.header('accept-encoding') ?? '') && asset.gzip !== undefined;
  const fields = { ...assetFields(asset, isCompressed), ...own };
  const isKnown = (req.header('if-none-match') ?? '').split(',').some((tag) => tag.trim() === asset.etag);
  if (isKnown) return pageReply(null, env.requestId, fields, 304);
  return pageReply(isCompressed ? (asset.gzip ?? asset.body) : asset.body, env.requestId, fields);
}

/** The problem for an unknown path. If the path exists for other methods, the problem says so. */
function notFound(app: OpenAPIHono<ServiceEnv>, { req }: ServiceContext): ProblemError {
  const methods = app.routes
    .filter(({ path, method }) => path === req.path && method !== 'ALL')
    .map(({ method }) => method);
  if (methods.length === 0) return new ProblemError('not-found');
  const allow = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  return new ProblemError('method-not-allowed', { allow: allow.join(', ') });
}
