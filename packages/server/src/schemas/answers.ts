/** The schema of problem details, with which every route can respond. */
import { z } from '@hono/zod-openapi';

/** Problem details (RFC 9457). */
export const problem = z
  .object({
    type: z.string().openapi({ description: 'URL, relative to the service, that documents the problem.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    errorsOmitted: z.int().min(1).optional().openapi({ description: 'Number of errors not listed.' }),
    requestId: z.string().optional(),
  })
  .openapi('Problem');
