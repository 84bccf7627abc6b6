/** The state of the page: the question, the view, and what the workers found. */
import { type Crawler, everybodyElse, unknownCrawler } from '../engine/crawler.ts';
import type { DraftFacts, Explanation, Finding, LintProfileName, UrlWeights } from '../engine/protocol.ts';
import type { DialectName } from '../engine/readings.ts';
import type { KeptDraft } from './kept-drafts.ts';
import { createStore, type Store } from './store.ts';

/** A version that the draft can be compared with. */
export interface Version {
  readonly kind: 'live' | 'example' | 'watched';
  readonly title: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Verdicts of all URLs for all crawlers, one octet a cell. */
export interface Matrix {
  readonly urls: readonly string[];
  readonly crawlers: readonly Crawler[];
  readonly cells: Uint8Array;
  /** Rows that are ready, from the first. */
  readonly ready: number;
  readonly milliseconds?: number;
}

/** For the chosen crawler, the deciding line of each URL. */
export interface Trace {
  readonly crawler: string;
  readonly urls: readonly string[];
  readonly lines: Int32Array;
  readonly traced: number;
  readonly isComplete: boolean;
}

/** The site whose live robots.txt was asked for. Only this page's own fetch makes one: a link cannot. */
export interface Site {
  /** As it was asked, with its path. */
  readonly url: string;
  readonly robotsUrl: string;
  /** `failed`: nothing is known of its rules. */
  readonly state: 'fetching' | 'read' | 'failed';
  /** The live file; empty where there is none. */
  readonly text: string;
  /** What is unusual about the answer, as sentences. */
  readonly report?: string;
  /** Statuses, in order: `301 → 200`. */
  readonly statuses: string;
  /** Epoch milliseconds. */
  readonly fetchedAt?: number;
  /** The origin that the service may not fetch from, where its own policy refused it. */
  readonly refusedOrigin?: string;
}

/** The answer to the question in the ask bar, with the question that it belongs to. */
export interface Answered {
  readonly draft: string;
  readonly url: string;
  readonly crawler: string;
  readonly reading: string;
  readonly answer?: Explanation | { readonly notUrl: string };
  readonly failure?: string;
}

/** How many answers the draft changes against the live file. */
export interface LiveChanges {
  readonly draft: string;
  readonly count: number;
  readonly compared: number;
}

/** The response header of a page: pasted, or fetched by the service. */
export interface PageHeaders {
  readonly url: string;
  readonly text: string;
}

/** Whether a decision service serves the page: `none` on a static host, `down` when it was there and does not answer. */
export type ServiceState = 'unknown' | 'none' | 'up' | 'down';

/** Where the list of URLs came from: only what a person put there outlives the file that it was for. */
export type UrlsFrom = 'example' | 'rules' | 'person';

/** A message in the status line. */
export interface Notice {
  readonly kind: 'info' | 'warning' | 'error';
  readonly text: string;
}

export interface Session {
  readonly draft: string;
  /** Grows whenever what was found is dropped. */
  readonly revision: number;
  /** How lines end in the file that the draft came from. */
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** Where the file is served: the origin's robots.txt. Empty where that is not known. */
  readonly robotsUrl: string;
  readonly urls: readonly string[];
  readonly urlsFrom: UrlsFrom;
  /** How much each URL weighs, where a table said so. */
  readonly weights: UrlWeights | undefined;
  /** What is being read into the list of URLs; empty where nothing is. */
  readonly urlProgress: string;
  readonly registry: readonly Crawler[];
  readonly dialects: readonly DialectName[];
  readonly profiles: readonly LintProfileName[];
  /** How the draft is read: a dialect's name, or `own`, each crawler in its own way. */
  readonly reading: string;
  /** Tokens of the crawlers that are columns, besides those that the file names. */
  readonly columns: readonly string[];
  /** The chosen crawler's token. */
  readonly crawler: string;
  /** The chosen URL. */
  readonly url: string;
  /** The line that the cursor is in, from 1. */
  readonly line: number;
  /** Only URLs that this line decides are listed; 0 for all. */
  readonly lineFilter: number;
  /** Name of the panel that is open. */
  readonly panel: string;
  readonly profile: string;
  readonly facts: DraftFacts | undefined;
  readonly findings: readonly Finding[];
  readonly findingsOmitted: number;
  readonly lintState: 'running' | 'done' | 'too-long' | 'failed';
  readonly matrix: Matrix | undefined;
  readonly trace: Trace | undefined;
  readonly answered: Answered | undefined;
  readonly site: Site | undefined;
  readonly liveChanges: LiveChanges | undefined;
  readonly pageHeaders: PageHeaders | undefined;
  /** Why the question cannot be asked; empty where it can. */
  readonly askProblem: string;
  /** What was typed for a crawler that is not known, and the known one that was asked about instead. */
  readonly meant: { readonly typed: string; readonly token: string } | undefined;
  /** Versions that the draft can be compared with, besides the kept drafts. */
  readonly versions: readonly Version[];
  /** Key of the version that the draft is compared with; the first where it is none. */
  readonly comparedWith: string;
  readonly keptDrafts: readonly KeptDraft[];
  /** Milliseconds that the last matrices took, with their number of verdicts. */
  readonly timings: readonly { readonly verdicts: number; readonly milliseconds: number }[];
  readonly service: ServiceState;
  /** A site beside the service, to try things on; empty where there is none. */
  readonly exampleSite: string;
  /** Whoever started the service may open origins of its machine. */
  readonly opensOrigins: boolean;
  readonly notice: Notice | undefined;
}

/** In one column the draft and the details of the answer are tabs, too. */
export const DRAFT_TAB = 'draft';
export const ANSWER_TAB = 'why';

export const firstColumns: readonly string[] = [
  '*',
  'Googlebot',
  'bingbot',
  'DuckDuckBot',
  'GPTBot',
  'ClaudeBot',
  'CCBot',
  'Google-Extended',
  'OAI-SearchBot',
  'PerplexityBot',
  'ChatGPT-User',
  'Claude-User',
  'AhrefsBot',
  'archive.org_bot',
];

type Found = Pick<
  Session,
  | 'facts'
  | 'findings'
  | 'findingsOmitted'
  | 'lintState'
  | 'matrix'
  | 'trace'
  | 'answered'
  | 'liveChanges'
  | 'revision'
>;

let revision = 0;

/** What is found out about a draft, before anything is. Everything is asked again then, also about the same text. */
export function nothingFound(): Found {
  return {
    facts: undefined,
    findings: [],
    findingsOmitted: 0,
    lintState: 'running',
    matrix: undefined,
    trace: undefined,
    answered: undefined,
    liveChanges: undefined,
    revision: ++revision,
  };
}

export const session: Store<Session> = createStore<Session>({
  draft: '',
  lineEnd: '\n',
  robotsUrl: '',
  urls: [],
  urlsFrom: 'person',
  weights: undefined,
  urlProgress: '',
  registry: [everybodyElse],
  dialects: [],
  profiles: [{ name: 'rfc9309', title: 'RFC 9309' }],
  reading: 'rfc9309',
  columns: firstColumns,
  crawler: 'Googlebot',
  url: '',
  line: 1,
  lineFilter: 0,
  panel: 'verdicts',
  profile: 'rfc9309',
  ...nothingFound(),
  site: undefined,
  pageHeaders: undefined,
  askProblem: '',
  meant: undefined,
  versions: [],
  comparedWith: '',
  keptDrafts: [],
  timings: [],
  service: 'unknown',
  exampleSite: '',
  opensOrigins: false,
  notice: undefined,
});

/** A site whose file is loaded, so that it can be compared with the live one. */
export function openableSite(site: Site | undefined): site is Site {
  return site?.state === 'read';
}

/** The site's file is unknown and the draft is empty: there are no verdicts to show. */
export function hasNoFile({ site, draft }: Pick<Session, 'site' | 'draft'>): boolean {
  return site !== undefined && site.state !== 'read' && draft === '' && site.text === '';
}

/** The crawler of a token: from the registry, or one of which only the token is known. */
export function crawlerNamed(registry: readonly Crawler[], token: string): Crawler {
  const key = token.toLowerCase();
  return registry.find((crawler) => crawler.token.toLowerCase() === key) ?? unknownCrawler(token);
}

let counted: { trace: Trace | undefined; counts: ReadonlyMap<number, number> } = {
  trace: undefined,
  counts: new Map(),
};

/** How many URLs each line decides for the chosen crawler, by line number. */
export function lineCountsOf({ trace }: Session): ReadonlyMap<number, number> {
  if (counted.trace !== trace) {
    const counts = new Map<number, number>();
    for (let at = 0; at < (trace?.traced ?? 0); at++) {
      const line = trace?.lines[at] as number;
      if (line > 0) counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    counted = { trace, counts };
  }
  return counted.counts;
}
