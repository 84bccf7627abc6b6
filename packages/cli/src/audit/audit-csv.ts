/** Writes the crawlers of an audit as rows. */
import { type AuditReport, hitClasses } from '@robots-exclusion/audit';
import { csv, type Encoded } from '../output/encoded.ts';

const grades = ['claimed', 'range', 'reverse-dns', 'signature', 'unknown', 'refuted'] as const;

export function auditCsv({ crawlers }: AuditReport): Encoded {
  const head = [
    'token',
    'operator',
    'requests',
    'robots_fetches',
    'last_robots_fetch',
    ...hitClasses,
    'violation_rate',
    ...grades,
    'first',
    'last',
    'operator_claims',
    'source',
    'group',
    'octets',
    'cost',
  ];
  const rows = crawlers.map((crawler) => [
    crawler.token,
    crawler.operator,
    crawler.requests,
    crawler.robotsFetches,
    crawler.lastRobotsFetch,
    ...hitClasses.map((name) => crawler.classes[name] ?? 0),
    Number(crawler.violationRate.toFixed(6)),
    ...grades.map((grade) => crawler.identity[grade] ?? 0),
    crawler.first,
    crawler.last,
    crawler.claim?.obeys,
    crawler.claim?.source,
    crawler.group,
    crawler.traffic.sized === 0 ? undefined : crawler.traffic.octets,
    crawler.traffic.cost,
  ]);
  return csv([head, ...rows]);
}
