/** An audit in words, for text and HTML. */
import type { AuditReport, CrawlerReport, IdentityGrade } from '@robots-exclusion/audit';
import { counted } from './counted.ts';

const proofs: readonly [IdentityGrade, string][] = [
  ['signature', 'signature'],
  ['range', 'published ranges'],
  ['reverse-dns', 'reverse DNS'],
  ['claimed', 'only claimed'],
  ['unknown', 'address unknown'],
];

/** Violations and requests that never asked. */
export function against({ classes }: CrawlerReport): number {
  return (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
}

/** What the requests of a crawler were proven by. */
export function provenBy({ identity }: CrawlerReport): string {
  const words = proofs.flatMap(([grade, word]) => (identity[grade] ? [word] : []));
  return words.join(', ');
}

/** What the operator says of robots.txt. */
export function claimOf({ claim }: CrawlerReport): string {
  if (!claim) return 'not documented';
  const words = {
    yes: 'says it obeys',
    no: 'says it does not',
    'user-triggered': 'user-triggered',
    unknown: 'no claim',
  };
  return words[claim.obeys as keyof typeof words] ?? claim.obeys;
}

/** The answer in a sentence. */
export function answerOf({ crawlers, classes, requests }: AuditReport): string {
  const violators = crawlers.filter((crawler) => against(crawler) > 0);
  if (requests === 0) return 'No request was judged.';
  if (violators.length === 0) return `No crawler violated robots.txt in ${counted(requests, 'request')}.`;
  const total = classes.violation + classes['never-asked'];
  return `${counted(violators.length, 'crawler')} violated robots.txt, with ${total} of ${counted(requests, 'request')}.`;
}
