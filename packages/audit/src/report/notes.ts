/** Notes about facts that the numbers of a report do not show. */
import type { NotJudgedHit } from '../judge.ts';
import type { Timeline } from '../timeline/timeline.ts';

/** Counts that the notes are made from. */
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

/** The reasons why requests were not judged, in words. */
export const notJudgedWords: Readonly<Record<NotJudgedHit['because'], string>> = {
  'not-http': 'without a path, as CONNECT and "OPTIONS *"',
  'other-host': 'for another host than the one asked about',
  'unknown-host':
    'without a host, or with one only in the target, so that nobody can tell which robots.txt holds (--site says it for a log without hosts)',
  'no-version': 'for a host that no version of robots.txt is of',
  'before-first-version': 'from before the first version',
  'unknown-version': 'from a time when nobody knows what robots.txt said',
  'no-status': 'disallowed, without a word in the log of how it was answered',
};

/** Each reason with its count. */
export function notJudgedText(notJudged: NoteFacts['notJudged']): string {
  return Object.entries(notJudged)
    .map(([because, count]) => `${count} ${notJudgedWords[because as NotJudgedHit['because']]}`)
    .join('; ');
}

function counted(count: number): string {
  return count === 1 ? '1 request is' : `${count} requests are`;
}

function them(count: number): string {
  return count === 1 ? 'it' : 'them';
}

export function notesOf(facts: NoteFacts, timeline: Timeline): string[] {
  const { claimed, unverifiable, refuted, proven, notJudged, withoutRow, rulesLeft } = facts;
  const { versions, sharesSites, fetchesLeftOut } = timeline;
  const notes: [isSo: boolean, text: string][] = [
    [
      claimed > 0,
      `${counted(claimed)} only claimed by their User-Agent header: nothing proves ${them(claimed)}, and a way to refute ${them(claimed)} is not documented or could not be tried.`,
    ],
    [
      unverifiable > 0,
      `${counted(unverifiable)} from an address that nobody can check: anonymised, missing, or that of a proxy. The identity is unknown, and counts for no crawler.`,
    ],
    [
      refuted > 0 && proven === 0,
      `No crawler could be verified, and ${counted(refuted)} refuted: if a proxy or a CDN is in front of the server, the logs may hold its addresses instead of those of clients.`,
    ],
    [Object.keys(notJudged).length > 0, `Not judged: ${notJudgedText(notJudged)}.`],
    [
      withoutRow > 0,
      `${counted(withoutRow)} of crawlers beyond the first ${facts.mostCrawlers}, which have no row.`,
    ],
    [
      sharesSites,
      'The logs name more than 10,000 hosts: further hosts without versions of their own share their requests for robots.txt.',
    ],
    [
      fetchesLeftOut > 0,
      `${fetchesLeftOut === 1 ? '1 request for robots.txt was' : `${fetchesLeftOut} requests for robots.txt were`} not kept, because too many crawlers sent them: those crawlers may be counted as "never asked".`,
    ],
    [
      rulesLeft > 0,
      `${rulesLeft === 1 ? '1 finding has' : `${rulesLeft} findings have`} no row in the table of rules.`,
    ],
    [
      facts.hasFewSamples,
      'The samples exceed 32 MiB: later ones are short, with one for each rule and crawler.',
    ],
    [facts.isSpooferEstimate, 'Spoofers are counted by a sketch: the counts are upper bounds.'],
    ...versions
      .filter(({ isRobotsTxt }) => !isRobotsTxt)
      .map(({ name }): [boolean, string] => [
        true,
        `The version ${name} does not look like a robots.txt: crawlers find no rule in it.`,
      ]),
    [
      true,
      'A log shows what was fetched, not how it was used, so it cannot show whether usage preferences were respected.',
    ],
  ];
  return notes.filter(([isSo]) => isSo).map(([, text]) => text);
}
