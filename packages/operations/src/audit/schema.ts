/** The input of `audit`. The functions that read ranges and recorded DNS answers validate those formats themselves. */
import * as z from 'zod';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import type { Output } from '../shared/same.ts';
import { robotsBase64 } from '../shared/schemas.ts';

export { auditAnswer } from './report-schema.ts';

const MAX_VERSIONS = 1000;
/** A name has at most 253 characters, and a port five (RFC 1035 §2.3.4). */
const MAX_HOST_LENGTH = 259;
const MAX_INSTANT_LENGTH = 64;
/** Limit on the characters of a `log_format`: about a page of text. */
const MAX_FORMAT_LENGTH = 4096;

/** Limits on blocks of own proxies: a CDN has some hundreds. */
const MAX_NETS = 1000;
const MAX_NET_LENGTH = 64;
/** The limit on the grace period: one century. */
const MAX_GRACE_HOURS = 876_600;

/** The input of `audit`. The limit on request bodies bounds the log and its versions. */
export function auditInput() {
  const host = z.string().min(1).max(MAX_HOST_LENGTH);
  const instant = z.string().min(1).max(MAX_INSTANT_LENGTH);
  const answers = z.record(z.string(), z.unknown());
  const version = z
    .strictObject({
      from: instant.meta({
        description:
          'The time from which the version was served: an ISO 8601 time, the name of a version file, which contains the time, or `always`.',
        examples: ['2026-11-01T00:00:00Z'],
      }),
      robots: z
        .string()
        .nullable()
        .optional()
        .meta({
          description: 'The content of the file, or null if there was no file.',
          examples: ['User-agent: *\nDisallow: /private/\n'],
        }),
      robotsBase64,
      host: host.optional().meta({
        description: 'The host that served the version. Default: every host that has no versions of its own.',
      }),
    })
    .check(hasOneBody)
    .meta({ id: 'RobotsVersion', ...ONE_BODY });
  return z
    .strictObject({
      log: z.string().meta({
        description: 'The lines of an access log.',
        examples: [
          '192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET /private/x HTTP/1.1" 200 5 "-" "GPTBot/1.3"\n',
        ],
      }),
      versions: z.array(version).min(1).max(MAX_VERSIONS),
      host: host.optional().meta({
        description: 'The host to audit. Assumed for a log that contains no host names.',
      }),
      fromLog: z.boolean().optional().meta({
        description:
          'Whether to use the sizes of the `/robots.txt` responses in the log to infer when each version was served. Default: false.',
      }),
      graceHours: z.number().min(0).max(MAX_GRACE_HOURS).optional().meta({
        description: 'The number of hours for which crawlers may keep using an older version. Default: 24.',
      }),
      format: z.string().min(1).max(MAX_FORMAT_LENGTH).optional().meta({
        description:
          'The name of a log format, or an nginx `log_format`. Default: detected from the first lines.',
      }),
      ranges: answers.optional().meta({
        description:
          'Maps each product token to its IP prefixes, or to a list in the format that its operator publishes.',
        examples: [{ GPTBot: ['192.0.2.0/24'] }],
      }),
      rdns: z
        .union([answers, z.array(answers)], { error: 'Expected an object, or a list of objects' })
        .optional()
        .meta({
          description: 'Recorded DNS answers: names by address, and addresses by name.',
        }),
      trustClaims: z.boolean().optional().meta({
        description:
          'Whether to trust the User-Agent header of a request whose address cannot be checked because it is anonymised, missing or that of a proxy. Default: false.',
      }),
      ownProxies: z
        .array(z.string().min(1).max(MAX_NET_LENGTH))
        .max(MAX_NETS)
        .optional()
        .meta({
          description:
            'Address blocks of the site’s own proxies, in addition to private ones. If given, every other peer is a client.',
          examples: [['192.0.2.0/24']],
        }),
      clientAddress: z.string().min(1).max(MAX_FORMAT_LENGTH).optional().meta({
        description:
          'The log field with the address of the client, such as X-Forwarded-For; `peer` for whoever opened the connection. Default: decided by the role of each field.',
      }),
      since: instant.optional().meta({ description: 'Audits only requests at or after this time.' }),
    })
    .meta({ id: 'AuditRequest' });
}

/** The input of `audit`: a log, and the data against which it is judged. */
export type AuditInput = Output<ReturnType<typeof auditInput>>;
