import { type AuditReport, hitClasses } from '@robots-exclusion/audit';
import * as z from 'zod';
import type { Writable } from '../shared/same.ts';

const count = z.int().min(0);
const line = z.int().min(1);
const time = z.string().meta({ format: 'date-time' });
const identity = z.enum(['claimed', 'range', 'reverse-dns', 'signature', 'refuted', 'unknown']);
const hitClass = z.enum(hitClasses);

const classes = z.partialRecord(hitClass, count).meta({ id: 'ClassCounts' });

const pace = z
  .object({
    crawlDelay: z.object({ seconds: z.number(), requests: count, tooSoon: count }).exactOptional(),
    toldToWait: z.object({ answers: count, requestsWithinMinute: count }).exactOptional(),
  })
  .meta({
    description:
      'Requests that came sooner than permitted by a Crawl-delay, or by a response such as 429. RFC 9309 covers neither.',
  });

const tally = z
  .object({
    requests: count,
    robotsFetches: count,
    lastRobotsFetch: time.exactOptional(),
    allowed: count,
    violations: count,
    disallowed: count.meta({ description: 'Number of `violation` and `never-asked` requests.' }),
    violationRate: z.number().min(0).max(1),
    first: time.exactOptional(),
    last: time.exactOptional(),
  })
  .meta({ id: 'AuditTally' });

const crawler = tally
  .extend({
    token: z.string(),
    group: z.enum(['known', 'program', 'personal']),
    rule: z.string().meta({ description: 'Why the sender of these requests is assigned to this `group`.' }),
    operator: z.string().exactOptional(),
    claim: z
      .object({
        obeys: z.enum(['yes', 'no', 'user-triggered', 'unknown']),
        source: z.string(),
        isOperators: z.boolean(),
      })
      .exactOptional(),
    identity: z.partialRecord(identity, count).meta({
      description:
        'Number of requests by identity grade. Requests with a refuted or unknown identity are counted only here and in `grades`.',
    }),
    grades: z.partialRecord(identity, tally),
    addresses: count,
    classes,
    activity: z.object({
      stepSeconds: z.int().min(60),
      steps: z.array(z.tuple([z.int(), count, count])).meta({
        description:
          'For each step: its start in epoch seconds, the number of requests, and the number of disallowed requests.',
      }),
    }),
    pace,
    traffic: z.object({
      octets: count.meta({ description: 'Total octets of the `sized` requests, as logged.' }),
      sized: count,
      cost: z.number().min(0).exactOptional(),
      statuses: z.record(z.string(), count),
      topPaths: z.array(z.object({ path: z.string(), requests: count, error: count })),
      days: z.array(z.tuple([z.string(), count, count, count])).meta({
        description: 'For each day (UTC): requests, disallowed requests and octets.',
      }),
    }),
  })
  .meta({ id: 'AuditedCrawler' });

const fetchFacts = z.object({
  log: z.string().exactOptional(),
  line,
  time,
  status: z.int().nullable(),
  held: z.enum(['version', 'no-rules', 'nothing-new', 'unknown']),
  version: z.string().exactOptional(),
});

const sample = z.object({
  log: z.string().exactOptional(),
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
  by: z.string().exactOptional(),
  lastFetch: fetchFacts.nullable(),
  raw: z.string(),
  cut: z.array(z.enum(['url', 'raw'])).exactOptional(),
});

const fields = { zone: count, userAgent: count, status: count, address: count, host: count };

const fitness = z
  .object({
    isFit: z.boolean(),
    fields: z.object({ requests: count, ...fields }),
    problems: z.array(
      z.object({
        code: z.string(),
        isFatal: z.boolean(),
        log: z.string().exactOptional(),
        message: z.string(),
      }),
    ),
  })
  .meta({ description: 'Which data the logs contain, and what cannot be judged because data is missing.' });

const rule = z
  .object({
    version: z.string(),
    digest: z.string().exactOptional(),
    line,
    text: z.string(),
    token: z.string(),
    classes,
    samples: z.array(sample),
  })
  .meta({
    id: 'AuditedRule',
    description: 'A line of robots.txt, and a crawler that requested URLs that the line disallows.',
  });

const version = z.object({
  name: z.string(),
  from: z.string().nullable(),
  surelyFrom: time.exactOptional(),
  host: z.string().exactOptional(),
  isUnknown: z.literal(true).exactOptional(),
  digest: z.string().exactOptional().meta({ description: 'SHA-256 of the octets of the file.' }),
  octets: count,
  isRobotsTxt: z.boolean(),
  unmet: z
    .array(z.object({ line, text: z.string() }))
    .meta({ description: 'Rules that matched no request.' }),
  unmetCount: count,
});

const log = z.object({
  name: z.string(),
  format: z.string().exactOptional(),
  lines: count,
  hits: count,
  skipped: count.meta({ description: 'Number of lines that could not be parsed.' }),
  samples: z.array(z.object({ line, text: z.string() })),
  fields: z.object(fields),
  settled: count.meta({
    description:
      'Number of requests with an address in the field that the question names; all, if it names none.',
  }),
  addressDoubts: z.record(z.string(), count).meta({
    description: 'Number of requests by the reason why their address may not be the client’s.',
  }),
  hints: z.array(z.string()),
  damage: z.string().exactOptional(),
  refusal: z.string().exactOptional(),
});

const sender = z.object({ network: z.string(), token: z.string(), requests: count, error: count });

/** The output of `audit`: a report. */
export const auditAnswer = z
  .object({
    headline: z.string(),
    fitness,
    classes: z.record(hitClass, count),
    crawlers: z.array(crawler),
    rules: z.array(rule),
    spoofers: z.array(sender),
    claimants: z.array(sender).meta({
      description: 'Networks of disallowed requests that only the User-Agent header attributes to a crawler.',
    }),
    versions: z.array(version),
    logs: z.array(log),
    requests: count,
    notJudged: z.record(z.string(), count),
    groups: z.object({ known: count, program: count, personal: count, other: count }),
    unverifiable: count,
    first: time.exactOptional(),
    last: time.exactOptional(),
    graceHours: z.number().min(0),
    notes: z.array(z.string()),
  })
  .meta({ id: 'AuditAnswer' });

// Checks at compile time that a report matches the schema. The library has narrower types for class names and codes.
null as unknown as Writable<Omit<AuditReport, 'logs'>> satisfies Omit<z.output<typeof auditAnswer>, 'logs'>;
