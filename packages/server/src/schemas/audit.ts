/** What an audit says: `spec/schema/audit.json`. */
import { z } from '@hono/zod-openapi';
import { hitClasses } from '@robots-exclusion/audit';

const count = z.int().min(0);
const line = z.int().min(1);
const time = z.string().openapi({ description: 'ISO 8601.' });
const identity = z.enum(['claimed', 'range', 'reverse-dns', 'signature', 'refuted', 'unknown']);
const hitClass = z.enum(hitClasses);

const classes = z.partialRecord(hitClass, count).openapi('ClassCounts');

const pace = z
  .object({
    crawlDelay: z.object({ seconds: z.number(), requests: count, tooSoon: count }).optional(),
    toldToWait: z.object({ answers: count, requestsWithinMinute: count }).optional(),
  })
  .openapi({ description: 'What RFC 9309 says nothing about.' });

const tally = z
  .object({
    requests: count,
    robotsFetches: count,
    lastRobotsFetch: time.optional(),
    allowed: count,
    violations: count,
    violationRate: z.number().min(0).max(1),
    first: time.optional(),
    last: time.optional(),
  })
  .openapi('AuditTally');

const crawler = tally
  .extend({
    token: z.string(),
    group: z.enum(['known', 'program', 'personal']),
    rule: z.string().openapi({ description: 'Why it is of that group.' }),
    operator: z.string().optional(),
    claim: z
      .object({
        obeys: z.enum(['yes', 'no', 'user-triggered', 'unknown']),
        source: z.string(),
        isOperators: z.boolean(),
      })
      .optional(),
    identity: z.partialRecord(identity, count).openapi({
      description:
        'Requests of each grade. Those that are refuted or unknown count nowhere else but in `grades`.',
    }),
    grades: z.partialRecord(identity, tally),
    addresses: count,
    classes,
    activity: z.object({
      stepSeconds: z.int().min(60),
      steps: z.array(z.tuple([z.int(), count, count])).openapi({
        description: 'Of each: where it begins in epoch seconds, requests, and those that were disallowed.',
      }),
    }),
    pace,
    traffic: z.object({
      octets: count.openapi({ description: 'As the log counts them; of `sized` requests.' }),
      sized: count,
      cost: z.number().min(0).optional(),
      statuses: z.record(z.string(), count),
      topPaths: z.array(z.object({ path: z.string(), requests: count, error: count })),
      days: z.array(z.tuple([z.string(), count, count, count])).openapi({
        description: 'Of each day (UTC): requests, those that were disallowed, and octets.',
      }),
    }),
  })
  .openapi('AuditedCrawler');

const fetchFacts = z.object({
  log: z.string().optional(),
  line,
  time,
  status: z.int().nullable(),
  held: z.enum(['version', 'no-rules', 'nothing-new', 'unknown']),
  version: z.string().optional(),
});

const sample = z.object({
  log: z.string().optional(),
  line,
  offset: count,
  class: hitClass,
  because: z.string(),
  time,
  host: z.string().nullable(),
  method: z.string(),
  url: z.string(),
  status: z.int().nullable(),
  userAgent: z.string(),
  address: z.string(),
  identity,
  by: z.string().optional(),
  lastFetch: fetchFacts.nullable(),
  raw: z.string(),
});

const fields = { userAgent: count, status: count, address: count, host: count };

const fitness = z
  .object({
    isFit: z.boolean(),
    fields: z.object({ requests: count, ...fields }),
    problems: z.array(
      z.object({
        code: z.string(),
        isFatal: z.boolean(),
        log: z.string().optional(),
        message: z.string(),
      }),
    ),
  })
  .openapi({ description: 'What the logs have, and what cannot be said because of what they lack.' });

const rule = z
  .object({
    version: z.string(),
    digest: z.string().optional(),
    line,
    text: z.string(),
    token: z.string(),
    classes,
    samples: z.array(sample),
  })
  .openapi('AuditedRule', {
    description: 'A line of robots.txt, and a crawler that asked for what it disallows.',
  });

const version = z.object({
  name: z.string(),
  from: z.string().nullable(),
  surelyFrom: time.optional(),
  host: z.string().optional(),
  isUnknown: z.literal(true).optional(),
  digest: z.string().optional().openapi({ description: 'SHA-256 of the octets.' }),
  octets: count,
  isRobotsTxt: z.boolean(),
  unmet: z.array(z.object({ line, text: z.string() })).openapi({ description: 'Rules that no request met.' }),
  unmetCount: count,
});

const log = z.object({
  name: z.string(),
  format: z.string().optional(),
  lines: count,
  hits: count,
  skipped: count.openapi({ description: 'Lines that were not understood.' }),
  samples: z.array(z.object({ line, text: z.string() })),
  fields: z.object(fields),
  hints: z.array(z.string()),
  damage: z.string().optional(),
  refusal: z.string().optional(),
});

/** The answer to an audit: a report. */
export const auditAnswer = z
  .object({
    headline: z.string(),
    fitness,
    classes: z.record(hitClass, count),
    crawlers: z.array(crawler),
    rules: z.array(rule),
    spoofers: z.array(z.object({ network: z.string(), token: z.string(), requests: count, error: count })),
    versions: z.array(version),
    logs: z.array(log),
    requests: count,
    notJudged: z.record(z.string(), count),
    groups: z.object({ known: count, program: count, personal: count, other: count }),
    unverifiable: count,
    first: time.optional(),
    last: time.optional(),
    graceHours: z.number().min(0),
    notes: z.array(z.string()),
  })
  .openapi('AuditAnswer');
