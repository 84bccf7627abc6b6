/** Wording of an audit, for text and HTML. */
import type {
  AuditReport,
  ComparedCrawler,
  Comparison,
  CrawlerReport,
  IdentityGrade,
  TrafficReport,
} from '@robots-exclusion/audit';
import { counted } from '../output/counted.ts';

const proofs: readonly [IdentityGrade, string][] = [
  ['signature', 'signature'],
  ['range', 'published ranges'],
  ['reverse-dns', 'reverse DNS'],
  ['claimed', 'only claimed'],
  ['unknown', 'address unknown'],
];

export function provenBy({ identity }: CrawlerReport): string {
  const words = proofs.flatMap(([grade, word]) => (identity[grade] ? [word] : []));
  return words.join(', ');
}

/** What the operator, or a third party, states about the crawler's obedience to robots.txt. */
export function claimOf({ claim }: CrawlerReport): string {
  if (!claim) return 'not documented';
  const words = {
    yes: claim.isOperators ? 'says it obeys' : 'said to obey',
    no: claim.isOperators ? 'says it does not' : 'said not to obey',
    'user-triggered': 'user-triggered',
    unknown: 'no claim',
  };
  return words[claim.obeys];
}

/** Who sent the requests, in a sentence. */
export function groupText({ groups }: AuditReport): string {
  const { known, program, personal, other } = groups;
  return `${counted(known, 'request')} named a known crawler, ${program} another program whose header marks it as a crawler, ${personal} a personal tool such as a feed reader; ${other} named none of these.`;
}

const UNITS = ['octets', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** The octets served; `?` if the log does not say. */
export function octetsText({ octets, sized }: Pick<TrafficReport, 'octets' | 'sized'>): string {
  if (sized === 0) return '?';
  const power = octets < 1000 ? 0 : Math.min(Math.floor(Math.log10(octets) / 3), UNITS.length - 1);
  const number = octets / 1000 ** power;
  return `${power === 0 ? number : number.toPrecision(3)} ${UNITS[power]}`;
}

/** The date of a timestamp in ISO 8601. */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** The rules that no request matched, in the last version of each host's robots.txt. */
export function unmetOf({ versions }: AuditReport): { version: string; line: number; text: string }[] {
  const last = new Map(versions.map((version) => [version.host ?? '', version]));
  return [...last.values()].flatMap(({ name, unmet }) => unmet.map((rule) => ({ version: name, ...rule })));
}

/**
 * Describes how a crawler's requests changed. If the reports cover different periods, the numbers are requests per day.
 */
export function changeText({ change, before, now }: ComparedCrawler, { isSameLength }: Comparison): string {
  if (change !== 'stayed') return change;
  const [was, is] = isSameLength
    ? [before.requests, now.requests]
    : [before.requestsPerDay, now.requestsPerDay];
  const percent = Math.round((100 * (is - was)) / was);
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${sign}${Math.abs(percent)} %${isSameLength ? '' : ' (per day)'}`;
}
