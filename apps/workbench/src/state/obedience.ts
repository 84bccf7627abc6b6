/** What is claimed about a crawler's obedience to robots.txt, and by whom. */
import type { Crawler } from '../engine/crawler.ts';

export function obedienceText({ obeys, sourceKind }: Pick<Crawler, 'obeys' | 'sourceKind'>): string {
  const who = sourceKind === 'operator' ? 'its operator' : 'a third party';
  switch (obeys) {
    case 'yes':
      return `follows robots.txt, according to ${who}`;
    case 'no':
      return `does not follow robots.txt, according to ${who}`;
    case 'user-triggered':
      return `fetches on behalf of users and may ignore robots.txt, according to ${who}`;
    case 'unknown':
      return 'no claim to follow robots.txt was found';
  }
}
