/** The locations of one sitemap. */
import { z } from '@hono/zod-openapi';

/** The response body of `GET /v1/sitemap`. */
export const sitemapAnswer = z
  .object({
    url: z.string().openapi({ description: 'The URL of the sitemap after redirects.' }),
    status: z.int(),
    kind: z.enum(['urls', 'index']).openapi({ description: '`index`: the locations are sitemaps.' }),
    locations: z.array(z.string()),
    isComplete: z.boolean().openapi({
      description: 'False if the file has more than 50,000 locations or 50 MiB; the rest was not read.',
    }),
  })
  .openapi('Sitemap');
