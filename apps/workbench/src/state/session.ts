/** The state of the page: the question, the view, and the workers' results. */
import type { Failure } from '@robots-exclusion/operations';
import type { Finding } from '@robots-exclusion/operations/lint';
import { type Crawler, everybodyElse, unknownCrawler } from '../engine/crawler.ts';
import { type OtherFile, originOf, type SiteFiles } from '../engine/origin.ts';
import type {
  DialectName,
  DraftFacts,
  Explanation,
  LintProfileName,
  UrlWeights,
} from '../engine/protocol.ts';
import type { KeptDraft } from './kept-drafts.ts';
import { createStore, type Store } from './store.ts';

/** A version that the draft can be compared with. */
export interface Version {
  readonly kind: 'live' | 'example' | 'watched' | 'opened';
  readonly title: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Verdicts of all URLs for all crawlers, one octet per cell. */
export interface Matrix {
  readonly urls: readonly string[];
  readonly crawlers: readonly Crawler[];
  readonly cells: Uint8Array;
  /** Number of finished rows, counted from the first. */
  readonly ready: number;
}

export function isWhole({ ready, urls }: Matrix): boolean {
  return ready === urls.length;
}

/** For the chosen crawler, the deciding line of each URL. */
export interface Trace {
  readonly crawler: string;
  readonly urls: readonly string[];
  readonly lines: Int32Array;
  readonly traced: number;
  readonly isComplete: boolean;
}

/** The site whose live robots.txt was requested. Only a fetch by this page sets this value; a link cannot. */
export interface Site {
  /** The requested URL, with its path. */
  readonly url: string;
  readonly robotsUrl: string;
  /** `failed`: the site's rules are unknown. */
  readonly state: 'fetching' | 'read' | 'failed';
  /** The live file; empty if there is none. */
  readonly text: string;
  /** Unusual properties of the response, as sentences. */
  readonly report?: string;
  /** Which recorded crawlers take the response otherwise than RFC 9309 describes, as sentences. */
  readonly programs?: readonly string[];
  /** Statuses, in order: `301 → 200`. */
  readonly statuses: string;
  /** Epoch milliseconds. */
  readonly fetchedAt?: number;
  /** The origin that the service's policy refused. */
  readonly refusedOrigin?: string;
}

/** The question in the ask bar, with its answer. */
export interface Answered {
  readonly draft: string;
  readonly url: string;
  readonly crawler: string;
  readonly reading: string;
  readonly answer?: Explanation | Failure;
  readonly failure?: string;
}

/** Number of answers that differ between the draft and the live file. */
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

/** Whether a decision service serves the page. `none`: a static host; `down`: the service has stopped responding. */
export type ServiceState = 'unknown' | 'none' | 'up' | 'down';

/** The source of the list of URLs. Only a list from the user is kept when the file changes. */
export type UrlsFrom = 'example' | 'rules' | 'person';

export interface Notice {
  readonly kind: 'info' | 'warning' | 'error';
  readonly text: string;
}

/** What the page shows: one field, the answer for a site in plain words, or all tools. */
export type View = 'start' | 'overview' | 'tools';

export interface Session {
  readonly view: View;
  readonly draft: string;
  /** Incremented whenever results are dropped. */
  readonly revision: number;
  /** The line ending of the file that the draft came from. */
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** The URL of the file: the origin's robots.txt. Empty if unknown. */
  readonly robotsUrl: string;
  readonly urls: readonly string[];
  readonly urlsFrom: UrlsFrom;
  /** The lines of a list that has a URL twice, as indexes of `urls`. Applies only while these are the listed URLs. */
  readonly urlOrder: { readonly urls: readonly string[]; readonly order: readonly number[] } | undefined;
  /** The weights of the URLs, if the list came from a table with weights. */
  readonly weights: UrlWeights | undefined;
  /** Describes what is being loaded into the list of URLs; empty if nothing is being loaded. */
  readonly urlProgress: string;
  readonly registry: readonly Crawler[];
  readonly dialects: readonly DialectName[];
  readonly profiles: readonly LintProfileName[];
  /** How the draft is read: the name of a dialect, or `own` for the dialect of each crawler. */
  readonly reading: string;
  /** Tokens of the crawlers that are columns. */
  readonly columns: readonly string[];
  /** Whether these are all columns of the matrix. Otherwise, the crawlers that the file names are columns too. */
  readonly onlyColumns: boolean;
  readonly crawler: string;
  readonly url: string;
  /** The line of the cursor, counted from 1. */
  readonly line: number;
  /** Lists only URLs that this line decides; 0 lists all URLs. */
  readonly lineFilter: number;
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
  /** Purpose tokens that the user names, one a line. */
  readonly purposeTokens: string;
  /** Live files of other sites, fetched for URLs in the list, by origin. */
  readonly otherFiles: ReadonlyMap<string, OtherFile>;
  /** Why the input is not a valid question; empty if it is valid. */
  readonly askProblem: string;
  /** Versions for comparison with the draft, in addition to the stored drafts. */
  readonly versions: readonly Version[];
  /** Key of the version for comparison with the draft; by default, the first version. */
  readonly comparedWith: string;
  readonly keptDrafts: readonly KeptDraft[];
  /** Whether a matrix has been computed since the page was opened. */
  readonly hasVerdicts: boolean;
  readonly service: ServiceState;
  /** The origin of the example site that runs with the service; empty if there is none. */
  readonly exampleSite: string;
  /** Whether the user may allow origins on the service's machine. This requires the key of the user who started it. */
  readonly opensOrigins: boolean;
  readonly notice: Notice | undefined;
}

/** In a one-column layout, the draft and the details of the answer are also tabs. */
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

/** Empty results with a new revision, so that everything is computed again, even for the same text. */
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
  view: 'start',
  draft: '',
  lineEnd: '\n',
  robotsUrl: '',
  urls: [],
  urlsFrom: 'person',
  urlOrder: undefined,
  weights: undefined,
  urlProgress: '',
  registry: [everybodyElse],
  dialects: [],
  profiles: [{ name: 'rfc9309', title: 'RFC 9309' }],
  reading: 'rfc9309',
  columns: firstColumns,
  onlyColumns: false,
  crawler: 'Googlebot',
  url: '',
  line: 1,
  lineFilter: 0,
  panel: 'verdicts',
  profile: 'rfc9309',
  ...nothingFound(),
  site: undefined,
  pageHeaders: undefined,
  purposeTokens: '',
  otherFiles: new Map(),
  askProblem: '',
  versions: [],
  comparedWith: '',
  keptDrafts: [],
  hasVerdicts: false,
  service: 'unknown',
  exampleSite: '',
  opensOrigins: false,
  notice: undefined,
});

export function filesOf({ draft, robotsUrl, otherFiles }: Session): SiteFiles {
  return { draft, origin: originOf(robotsUrl), others: otherFiles };
}

export function openTools(panel: string): void {
  session.set({ view: 'tools', panel, askProblem: '' });
}

/** Whether the site's file has been read, so that its draft can be compared with the live file. */
export function openableSite(site: Site | undefined): site is Site {
  return site?.state === 'read';
}

/** Whether there are no verdicts to show, because the site's file is unknown and the draft is empty. */
export function hasNoFile({ site, draft }: Pick<Session, 'site' | 'draft'>): boolean {
  return site !== undefined && site.state !== 'read' && draft === '' && site.text === '';
}

/** Whether the page has neither a site nor a draft, so that there is nothing to answer from. */
export function hasNothing({ site, draft, robotsUrl }: Session): boolean {
  return site === undefined && draft === '' && robotsUrl === '';
}

/** The crawler with a token: from the registry, or else a crawler of which only the token is known. */
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
