/** The result of an audit in one sentence that claims no more than the logs support. */
import type { HitClass } from '../judge.ts';
import type { CrawlerReport } from './crawler-row.ts';
import { ACQUITTING_SHARE, type Fitness } from './fitness.ts';

export interface Counted {
  readonly classes: Readonly<Record<HitClass, number>>;
  readonly crawlers: readonly CrawlerReport[];
  readonly requests: number;
  readonly fitness: Fitness;
  /** Requests that count against a crawler although only their User-Agent header names it. */
  readonly claimedAgainst: number;
  /** Requests of crawlers that could not be judged. */
  readonly unjudged: number;
  /** Requests for robots.txt by anyone. */
  readonly robotsRequests: number;
}

/** The result in one sentence, with further sentences if it needs a qualification. */
export function headlineOf(facts: Counted): string {
  const { classes, requests, fitness, claimedAgainst } = facts;
  const fatal = fitness.problems.find(({ isFatal }) => isFatal);
  const judged = requests - classes.unidentified - classes['not-judged'];
  if (fatal && (judged === 0 || fitness.fields.userAgent === 0)) return `${fatal.message}.`;
  const sentences = [verdictOf(facts, judged)];
  if (claimedAgainst > 0)
    sentences.push(claimText(claimedAgainst, classes.violation + classes['never-asked']));
  if (classes['not-judged'] > 0)
    sentences.push(`${counted(classes['not-judged'], 'request')} could not be judged.`);
  const repeated = fitness.problems.find(({ code }) => code === 'repeated-lines');
  if (repeated) sentences.push(`${repeated.message}.`);
  if (fatal) sentences.push(`This result is incomplete: ${lowered(fatal.message)}.`);
  return sentences.join(' ');
}

function verdictOf(facts: Counted, judged: number): string {
  const { classes, requests, fitness, unjudged } = facts;
  const { userAgent } = fitness.fields;
  // Requests without a User-Agent may be anyone's, so they are not acquitted.
  const among =
    userAgent < ACQUITTING_SHARE * requests
      ? `Of the ${userAgent} of ${requests} requests that name a User-Agent, `
      : undefined;
  if (judged === 0) return among ? `${among}none is from a crawler.` : 'No request is from a crawler.';
  const all = counted(judged, 'request');
  const parts = accusations(facts, all);
  if (classes.violation + classes['never-asked'] === 0) {
    const isPart = judged < ACQUITTING_SHARE * (judged + unjudged);
    const of = isPart ? `${judged} of ${counted(judged + unjudged, 'request')}` : all;
    const acquittal = `o crawler violated robots.txt in ${of} that ${judged === 1 ? 'was' : 'were'} judged`;
    parts.unshift(among ? `${among}n${acquittal}` : `N${acquittal}`);
  }
  return `${parts.join('; ')}.`;
}

/** What counts against crawlers, or nearly so. */
function accusations({ classes, crawlers, robotsRequests }: Counted, all: string): string[] {
  const those = (name: HitClass): readonly CrawlerReport[] =>
    crawlers.filter((crawler) => (crawler.classes[name] ?? 0) > 0);
  const who = (name: HitClass): string => counted(those(name).length, 'crawler');
  const parts: string[] = [];
  if (classes.violation > 0)
    parts.push(`${who('violation')} violated robots.txt with ${classes.violation} of ${all}`);
  if (classes['never-asked'] > 0) {
    const made = `made ${counted(classes['never-asked'], 'disallowed request')}${parts.length === 0 ? ` of ${all}` : ''}`;
    const hasAsked = those('never-asked').some(({ robotsFetches }) => robotsFetches > 0);
    if (robotsRequests === 0)
      parts.push(`${who('never-asked')} ${made}; these logs contain no request for robots.txt by anyone`);
    else if (hasAsked)
      parts.push(
        `${who('never-asked')} ${made} on hosts for which these logs show no request of theirs for robots.txt`,
      );
    else parts.push(`${who('never-asked')} without a request for robots.txt in these logs ${made}`);
  }
  if (classes.redirected > 0)
    parts.push(
      `${counted(classes.redirected, 'disallowed request')} from ${who('redirected')} ${classes.redirected === 1 ? 'was' : 'were'} answered with a redirect or 304 instead of the page`,
    );
  return parts;
}

/** Qualifies accusations that rest on the User-Agent header alone: anybody can send any name. */
function claimText(claimed: number, all: number): string {
  if (claimed === all) {
    return 'Only User-Agent headers identify these crawlers, so nothing proves who sent the requests.';
  }
  const [are, them] = claimed === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${claimed} of these disallowed requests ${are} attributed only by the User-Agent header, so nothing proves who sent ${them}.`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
