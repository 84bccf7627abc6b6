/** Determines which conclusions the logs support: which fields they have, and the consequences of missing fields. */
import type { LostPart } from '../hit.ts';
import type { LogFields, LogSummary } from '../readers/log-summary.ts';
import type { Loss } from '../readers/losses.ts';
import type { FitnessProblem } from './fitness-problem.ts';
import type { RepeatedLog } from './repeated-lines.ts';

/** The summary of one log. */
export interface LogReport extends LogSummary {
  name: string;
}

/** The contents of the logs, and the conclusions that they support. */
export interface Fitness {
  /** Whether no problem is fatal. */
  isFit: boolean;
  /**
   * The number of requests in all logs and, for each field, the number of requests that have it. Every request has a
   * time and a request line.
   */
  fields: LogFields & { requests: number };
  problems: readonly FitnessProblem[];
}

/** The parts of the report, other than log summaries, from which the fitness is determined. */
export interface FitnessFacts {
  readonly classes: Readonly<Record<'not-judged' | 'unidentified', number>>;
  /** Number of requests whose class is a judgment of a crawler. */
  readonly judged: number;
  /** Number of requests of crawlers that could not be judged, other than those for other hosts. */
  readonly unjudged: number;
  /** Notes on ranges for crawlers that nobody knows and that made no request. */
  readonly unusedRanges: readonly string[];
  /** Number of requests that name a crawler but whose sender cannot be checked. */
  readonly unverifiable: number;
  /** The reasons why requests were not judged, in words. */
  readonly notJudged: string;
  /** Hosts that crawlers requested, most frequent first. */
  readonly hosts: readonly string[];
  /** Those of `hosts` to which the versions without a host apply. */
  readonly sharedHosts: readonly string[];
  /** Time of the first request, in epoch milliseconds. */
  readonly first: number;
  readonly last: number;
  /** The time of the audit, if known. */
  readonly now: number | undefined;
  /** Logs of which some lines also occur in other logs. */
  readonly repeated: readonly RepeatedLog[];
  /**
   * Number of `never-asked` requests. `earlyNeverAsked` counts only those in the first hours of the logs, when a
   * crawler may still use a copy that it fetched before the logs begin.
   */
  readonly neverAsked: number;
  readonly earlyNeverAsked: number;
  /** Requests for robots.txt by anyone. */
  readonly robotsRequests: number;
  readonly graceHours: number;
  /** Whether the versions have times, so that a request's time decides which version it is judged by. */
  readonly isTimed: boolean;
}

/** Tolerance for future times, because servers' clocks differ. */
const FUTURE_MS = 24 * 60 * 60 * 1000;
const SHOWN_HOSTS = 3;

export function fitnessOf(logs: readonly LogReport[], facts: FitnessFacts): Fitness {
  const fields = { requests: 0, zone: 0, userAgent: 0, status: 0, address: 0, host: 0 };
  for (const { hits, fields: own } of logs) {
    fields.requests += hits;
    for (const name of ['zone', 'userAgent', 'status', 'address', 'host'] as const) fields[name] += own[name];
  }
  const problems = [
    ...logs.flatMap((log) => [
      ...problemsOf(log, logs.length > 1),
      ...shareProblems(log, logs.length > 1),
      ...readingProblems(log, logs.length > 1),
      ...(facts.isTimed ? zoneProblems(log, logs.length > 1) : []),
    ]),
    ...overall(fields, facts),
    ...facts.unusedRanges.map((message) => ({ code: 'unused-ranges' as const, isFatal: true, message })),
    ...repeatedProblems(facts),
    ...neverAskedProblems(facts),
  ];
  return { isFit: !problems.some(({ isFatal }) => isFatal), fields, problems };
}

function problemsOf(log: LogReport, isOneOfSeveral: boolean): FitnessProblem[] {
  const { name, lines, hits, skipped, fields, damage, refusal, hints } = log;
  const at = isOneOfSeveral ? { log: name } : {};
  const of = isOneOfSeveral ? ` in ${name}` : '';
  const found: FitnessProblem[] = [];
  const add = (code: FitnessProblem['code'], isFatal: boolean, message: string): void => {
    found.push({ code, isFatal, ...at, message });
  };
  if (refusal !== undefined) {
    add('unreadable', true, `${name} ${refusal}`);
    return found;
  }
  if (damage !== undefined) add('unreadable', hits === 0, `${name} is damaged: ${damage}`);
  if (skipped > 0 && skipped >= hits) {
    const hint = hints[0] === undefined ? '' : `. ${hints[0]}`;
    const message = `${skipped} of ${lines} lines${of} could not be read as requests${sampleOf(log)}${hint}`;
    add('not-understood', true, message);
  }
  if (hits === 0) return found;
  const lacking = hints.length === 0 ? '' : `. ${hints.join('. ')}`;
  if (fields.userAgent === 0)
    add('no-user-agent', true, `No line${of} has a User-Agent: nothing can be said about crawlers${lacking}`);
  if (fields.status === 0)
    add(
      'no-status',
      true,
      `No line${of} has a status, so it is unknown whether disallowed requests were redirected`,
    );
  if (log.settled === 0)
    add('no-client-address', true, `No line${of} has an address in the field that --client-address names`);
  for (const [doubt, count] of Object.entries(log.addressDoubts)) {
    add(
      'disputed-address',
      false,
      `${count} of ${hits} requests${of} are from an address that may not be the client's (${doubt}), so it refutes no sender: name your proxies with --own-proxies, or the field to trust with --client-address, such as --client-address X-Forwarded-For, or --client-address peer if no proxy stands before the server`,
    );
  }
  if (fields.address === 0)
    add('no-address', false, `No line${of} has an address, so the sender of a request cannot be checked`);
  return found;
}

/** Below this share, a missing field is said, does not acquit, or leaves the result unfit. */
const SAID_SHARE = 0.99;
export const ACQUITTING_SHARE = 0.9;
const LEAST_SHARE = 0.5;

/** Reports fields that some lines lack. Fields that all lack have words of their own. */
function shareProblems({ name, hits, fields }: LogReport, isOneOfSeveral: boolean): FitnessProblem[] {
  const of = isOneOfSeveral ? ` in ${name}` : '';
  const words = {
    userAgent: 'User-Agent, so nothing can be said about who sent them',
    status: 'status, so it is unknown whether those that were disallowed were redirected',
    address: 'address, so their senders cannot be checked',
    host: 'host, so the robots.txt that applies to them is unknown',
  };
  return (['userAgent', 'status', 'address', 'host'] as const).flatMap((field) => {
    const has = fields[field];
    // Hosts in a few lines are those of absolute-form targets, which any client can send.
    if (has === 0 || has >= SAID_SHARE * hits || (field === 'host' && 2 * has < hits)) return [];
    const message = `${hits - has} of ${hits} requests${of} have no ${words[field]}`;
    const isFatal = field === 'userAgent' && has < LEAST_SHARE * hits;
    return [{ code: 'fields-missing' as const, isFatal, ...(isOneOfSeveral && { log: name }), message }];
  });
}

function zoneProblems(
  { name, hits, fields: { zone } }: LogReport,
  isOneOfSeveral: boolean,
): FitnessProblem[] {
  if (zone === hits) return [];
  const times = zone === 0 ? 'The times' : `${hits - zone} of the times`;
  const message = `${times}${isOneOfSeveral ? ` in ${name}` : ' in the log'} have no time zone and are read as UTC: if they are local times, requests near a change of robots.txt are judged by the wrong version`;
  return [{ code: 'no-time-zone', isFatal: false, ...(isOneOfSeveral && { log: name }), message }];
}

/** Reports repeated lines. A request logged twice looks like two requests, so both count. */
function repeatedProblems({ repeated }: FitnessFacts): FitnessProblem[] {
  return repeated.map(({ log, repeated: count, requests }) => {
    const message = `${count} of ${requests} crawler requests in ${log} also occur in another log, line by line, and are counted twice: check whether the log was named twice`;
    return { code: 'repeated-lines', isFatal: false, log, message };
  });
}

/** Reports that requests for robots.txt may be missing from the logs. */
function neverAskedProblems(facts: FitnessFacts): FitnessProblem[] {
  const { neverAsked, earlyNeverAsked, robotsRequests, graceHours } = facts;
  if (neverAsked === 0) return [];
  if (robotsRequests === 0) {
    const message =
      'The logs contain no requests for /robots.txt: if a CDN answers these requests, or the logs omit them, the logs cannot show which crawlers fetched it';
    return [{ code: 'no-robots-txt', isFatal: false, message }];
  }
  if (earlyNeverAsked === 0) return [];
  const early =
    earlyNeverAsked === 1 ? '1 never-asked request is' : `${earlyNeverAsked} never-asked requests are`;
  const message = `${early} from the first ${graceHours} hours of the logs: a crawler may have requested robots.txt before the logs begin`;
  return [{ code: 'begins-late', isFatal: false, message }];
}

function sampleOf({ samples: [sample] }: LogReport): string {
  if (!sample) return '';
  // Lines above the maximum length have no stored text.
  const shown = sample.text === '' ? 'longer than 1 MiB' : sample.text.slice(0, 80);
  return `, such as line ${sample.line}: ${shown}`;
}

function overall({ requests }: { requests: number }, facts: FitnessFacts): FitnessProblem[] {
  const { judged, classes, unverifiable, notJudged, hosts, sharedHosts, first, last, now } = facts;
  const found: FitnessProblem[] = [];
  if (requests === 0) {
    const message = 'The logs contain no requests: nothing can be said about crawlers';
    found.push({ code: 'no-requests', isFatal: true, message });
  } else if (judged === 0 && classes['not-judged'] > 0) {
    const asked = hosts.length === 0 ? '' : `. The logs' hosts are ${listed(hosts)}`;
    const message = `No crawler request was judged: ${notJudged}${asked}`;
    found.push({ code: 'nothing-judged', isFatal: true, message });
  } else if (judged === 0 && unverifiable > 0) {
    const message =
      'No crawler request has an address that can be checked: expected client addresses that are neither anonymized nor those of a proxy, or --trust-claims to trust User-Agent headers';
    found.push({ code: 'unverifiable', isFatal: true, message });
  }
  const { unjudged } = facts;
  if (judged > 0 && judged < LEAST_SHARE * (judged + unjudged)) {
    const message = `Only ${judged} of ${judged + unjudged} requests of crawlers were judged: ${notJudged === '' ? 'the others are from addresses that cannot be checked' : notJudged}`;
    found.push({ code: 'few-judged', isFatal: true, message });
  }
  if (now !== undefined && last > now + FUTURE_MS) {
    const isAll = first > now + FUTURE_MS;
    const time = new Date(Math.min(isAll ? first : last, 8.64e15)).toISOString();
    const message = `The ${isAll ? 'first' : 'last'} request is dated ${time}, which is in the future: check the clock and the time format`;
    // Without a correct time, the version that applies to a request is unknown.
    found.push({ code: 'future', isFatal: isAll && facts.isTimed, message });
  }
  if (sharedHosts.length > 1) {
    const message = `The logs contain requests for ${sharedHosts.length} hosts (${listed(sharedHosts)}), all judged by the same versions: if these hosts do not all serve them, select one host with --site`;
    found.push({ code: 'several-hosts', isFatal: false, message });
  }
  return found;
}

function listed(hosts: readonly string[]): string {
  const more = hosts.length - SHOWN_HOSTS;
  return `${hosts.slice(0, SHOWN_HOSTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_FORMATS = 4;

/** The problems of one log that come from its lines, not from its fields. */
function readingProblems(log: LogReport, isOneOfSeveral: boolean): FitnessProblem[] {
  const { name, lines, hits, formats, unsure, inner, proxied, samples, losses } = log;
  const of = isOneOfSeveral ? ` in ${name}` : '';
  const found: FitnessProblem[] = [];
  const add = (code: FitnessProblem['code'], message: string): void => {
    found.push({ code, isFatal: false, ...(isOneOfSeveral && { log: name }), message });
  };
  if (formats.length > 1) {
    const [first, ...others] = formats.map(
      (one) => `${one.name} (line ${one.firstLine}, ${one.lines} in all)`,
    );
    const more = others.length > MOST_FORMATS ? [`${others.length - MOST_FORMATS} more`] : [];
    const list = [first, ...others.slice(0, MOST_FORMATS), ...more].join(', ');
    add('several-formats', `The lines${of} have ${formats.length} formats, each read as what it is: ${list}`);
  }
  if (unsure > 0 && hits > 0) {
    const sample = samples.find(({ text }) => text !== '');
    const shown = sample ? `, such as line ${sample.line}` : '';
    add(
      'ambiguous-lines',
      `${unsure} of ${lines} lines${of} can be read in two ways, so they are not judged${unsure === log.skipped ? shown : ''}`,
    );
  }
  if (inner > 0) {
    add(
      'not-of-visitors',
      `${inner} of ${lines} lines${of} are requests of the site's own edge, so they are not judged`,
    );
  }
  if (proxied > 0) {
    add(
      'proxy-parameters',
      `From the queries of ${proxied} of ${hits} requests${of}, parameters were cut off that a proxy of the site adds, such as X-ARR-LOG-ID`,
    );
  }
  for (const loss of losses) add('lost-parts', `${textOf(loss)}${of}: ${CONSEQUENCES[loss.part]}`);
  return found;
}

const CONSEQUENCES: Readonly<Record<LostPart, string>> = {
  query: 'if the server does not log them, rules about queries acquit everybody',
  encoding: 'rules with percent-encoded characters may find nothing',
  'target-end': 'the server seems to cut them, so rules about the end of a URL find nothing',
  'user-agent': 'the server seems to cut them, and a crawler that is named behind the cut is not found',
};

function textOf({ part, length, values }: Loss): string {
  if (part === 'query') return values > 0 ? 'All queries are empty' : 'No request has a query';
  if (part === 'encoding') return 'Targets have blanks and no percent-encoded characters';
  return `Several ${part === 'user-agent' ? 'User-Agents' : 'targets'} have exactly ${length} characters, and none has more`;
}
