/** An audit in words, for text and HTML. */
import type { CrawlerReport, IdentityGrade } from '@robots-exclusion/audit';

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
