import { z } from '@hono/zod-openapi';

/** The response body of `GET /v1/sitemap`. */
export const sitemapAnswer = z
  .object({
    url: z.string().openapi({ description: 'The URL of the sitemap after redirects.' }),
    status: z.int(),
    kind: z.enum(['urls', 'index']).openapi({ description: '`index`: the locations are sitemaps.' }),
    locations: z.array(z.string()),
    isComplete: z.boolean().openapi({
      description:
        'Whether all locations are listed. False if the file ends early, has more than 50,000 locations or 50 MiB, or if locations were skipped.',
    }),
    skipped: z.int().openapi({
      description:
        'The number of locations that are not listed: they are not http or https URLs, contain an element, do not end, are too long, or are missing from their entry.',
    }),
  })
  .openapi('Sitemap');
