/** Writes the notes of a report: circumstances and limits that its numbers do not show. */
import type { NotJudgedHit } from '../judge.ts';
import type { Timeline } from '../timeline/timeline.ts';

export interface NoteFacts {
  readonly claimed: number;
  readonly unverifiable: number;
  readonly refuted: number;
  readonly proven: number;
  readonly notJudged: Readonly<Partial<Record<NotJudgedHit['because'], number>>>;
  readonly withoutRow: number;
  readonly rulesLeft: number;
  readonly hasFewSamples: boolean;
  readonly isSpooferEstimate: boolean;
  readonly mostCrawlers: number;
}

export const notJudgedWords: Readonly<Record<NotJudgedHit['because'], string>> = {
  'not-http': 'without a path, such as CONNECT and "OPTIONS *"',
  'other-host': 'for a host other than the audited one',
  'unknown-host':
    'without a host, or with one only in the target, so the robots.txt that applies is unknown (for a log without hosts, name the host with --site)',
  'no-version': 'for a host without a version of robots.txt',
  'before-first-version': 'from before the first version',
  'unknown-version': 'from a time for which the content of robots.txt is unknown',
  'lost-part': 'whose verdict depends on a part that the log cut or changed',
  'no-status': 'disallowed, but without a status in the log',
};

export function notJudgedText(notJudged: NoteFacts['notJudged']): string {
  return Object.entries(notJudged)
    .map(([because, count]) => `${count} ${notJudgedWords[because as NotJudgedHit['because']]}`)
    .join('; ');
}

function counted(count: number): string {
  return count === 1 ? '1 request is' : `${count} requests are`;
}

export function notesOf(facts: NoteFacts, timeline: Timeline): string[] {
  const { claimed, unverifiable, refuted, proven, notJudged, withoutRow, rulesLeft } = facts;
  const { versions, sharesSites, fetchesLeftOut } = timeline;
  const notes: [isSo: boolean, text: string][] = [
    [
      claimed > 0,
      `${counted(claimed)} attributed to a crawler only by the User-Agent header: nothing proves the claim, and a check that could refute it is not documented or could not be run.`,
    ],
    [
      unverifiable > 0,
      `${counted(unverifiable)} from an address that cannot be checked because it is anonymised, missing or that of a proxy. The sender is unknown, so these requests count for no crawler.`,
    ],
    [
      refuted > 0 && proven === 0,
      `No crawler could be verified, and ${counted(refuted)} refuted: if the server is behind a proxy or a CDN, the logs may contain its addresses instead of those of clients.`,
    ],
    [Object.keys(notJudged).length > 0, `Not judged: ${notJudgedText(notJudged)}.`],
    [
      withoutRow > 0,
      `${counted(withoutRow)} from crawlers beyond the first ${facts.mostCrawlers}, which have no row.`,
    ],
    [
      sharesSites,
      'The logs name more than 10,000 hosts. Of the further hosts, those without their own versions are counted as one: a request for the robots.txt of one of them counts for all.',
    ],
    [
      fetchesLeftOut > 0,
      `${fetchesLeftOut === 1 ? '1 request for robots.txt was' : `${fetchesLeftOut} requests for robots.txt were`} not recorded because too many crawlers requested it. Some crawlers may be counted as "never asked" by mistake.`,
    ],
    [
      rulesLeft > 0,
      `${rulesLeft === 1 ? '1 finding has' : `${rulesLeft} findings have`} no row in the table of rules.`,
    ],
    [
      facts.hasFewSamples,
      'The samples exceed 32 MiB, so later ones are shortened, with one for each rule and crawler.',
    ],
    [facts.isSpooferEstimate, 'Spoofers are counted with a sketch, so the counts are upper bounds.'],
    ...versions
      .filter(({ isRobotsTxt }) => !isRobotsTxt)
      .map(({ name }): [boolean, string] => [
        true,
        `The version ${name} does not look like a robots.txt: crawlers find no rules in it.`,
      ]),
    [
      true,
      'A log shows what was fetched, not how it was used, so it cannot show whether usage preferences were respected.',
    ],
  ];
  return notes.filter(([isSo]) => isSo).map(([, text]) => text);
}
