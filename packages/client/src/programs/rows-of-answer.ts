/** Finds the recorded rows of one answer to /robots.txt, and says who takes the answer otherwise than RFC 9309. */
import {
  type Departure,
  departures,
  departureText,
  openText,
  type ProgramOutcome,
  programRecords,
  programRow,
} from './records.ts';

/** What a site answered to a request for /robots.txt. */
export interface RobotsAnswerFacts {
  /** The URL that was requested. */
  readonly url: string;
  /** The URL after redirects. */
  readonly finalUrl: string;
  /** The final status; undefined if there was none. */
  readonly status: number | undefined;
  /** The row of the outcome table, such as `rfc9309/reset`. */
  readonly policyRow: string;
  /** The header fields of the final response, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body; empty if it was not kept. */
  readonly body: Uint8Array;
  /** The coding of the answer to a request that accepts none; undefined if it had none, or nobody asked so. */
  readonly unaskedCoding?: string | undefined;
  /** The statuses of interim responses before the final one. */
  readonly interim?: readonly number[];
}

/** A recorded row, and what was seen instead if that itself was not recorded, such as status 502. */
interface SeenRow {
  readonly row: string;
  readonly instead?: string;
}

/** What one looks at in an answer. */
export type AnswerSide =
  | 'response'
  | 'redirects'
  | 'media-type'
  | 'encoding'
  | 'compression'
  | 'size'
  | 'port';

/**
 * Who takes one side of the answer otherwise than RFC 9309 describes, as sentences without a full stop; none if everybody
 * who was recorded does as it says.
 *
 * @example
 * ```ts
 * const url = 'https://example.com/robots.txt';
 * const answer = { url, finalUrl: url, status: 503, policyRow: 'rfc9309/5xx', headers: {}, body: new Uint8Array() };
 * programTexts('response', answer)[0]?.endsWith('go on as if there were no rules'); // true
 * ```
 */
export function programTexts(side: AnswerSide, answer: RobotsAnswerFacts): readonly string[] {
  return SIDES[side](answer).flatMap(({ row: name, instead }) => {
    const row = programRow(name);
    const texts = [openText(row) ?? [], departures(row).map((each) => departureText(each))].flat();
    return instead === undefined
      ? texts
      : texts.map((text) => `${instead} was not recorded; the nearest that was: ${text}`);
  });
}

/** The sentences of all sides. */
export function allProgramTexts(answer: RobotsAnswerFacts): readonly string[] {
  return (Object.keys(SIDES) as AnswerSide[]).flatMap((side) => programTexts(side, answer));
}

/** Names of libraries, which programs send if nobody gave them one of their own. */
const LIBRARY =
  /^(?:aiohttp|got|Go-http-client|Java|node|Python|python-requests|Python-urllib|undici)(?:\/|$)/i;

/**
 * What a 403 for names of libraries costs: programs that request robots.txt under such a name, or under none, and pages
 * under another.
 */
export function libraryNameTexts(): readonly string[] {
  const asking = programRecords.filter(
    ({ agents: { robots, pages }, rows }) =>
      rows['2xx'] === 'rules' && robots !== pages && (robots === null || LIBRARY.test(robots)),
  );
  const row = { ...programRow('403'), when: '403 for names of libraries and requests without a name' };
  return (['none', 'all'] as const satisfies readonly ProgramOutcome[]).flatMap((outcome) => {
    const programs: Departure['programs'] = asking.filter(({ rows }) => rows['403'] === outcome);
    return programs.length === 0 ? [] : [departureText({ row, outcome, programs })];
  });
}

const SIDES: Readonly<Record<AnswerSide, (answer: RobotsAnswerFacts) => readonly SeenRow[]>> = {
  response: (answer) => [
    ...rowsOfResponse(answer),
    ...(answer.interim?.includes(103) ? [{ row: 'interim-103' }] : []),
  ],
  redirects: ({ policyRow, url, finalUrl }) => {
    if (policyRow.includes('redirect-loop')) return [{ row: 'redirect-loop' }];
    if (policyRow.includes('too-many-redirects')) return [{ row: 'redirects-6' }];
    if (url === finalUrl) return [];
    const isElsewhere = new URL(finalUrl).host !== new URL(url).host;
    return [{ row: isElsewhere ? 'redirect-other-host' : 'redirect-same-host' }];
  },
  'media-type': ({ status, headers, body }) => {
    const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
    if (!isSuccess(status) || body.length === 0 || type === undefined || type === 'text/plain') return [];
    if (type === 'text/html') return [{ row: 'text-html-rules' }];
    const isRecorded = type === 'application/octet-stream';
    return [{ row: 'octet-stream-rules', ...(isRecorded ? {} : { instead: `Content-Type: ${type}` }) }];
  },
  encoding: ({ body }) => [
    ...(startsWith(body, [0xef, 0xbb, 0xbf]) ? [{ row: 'bom' }] : []),
    ...(startsWith(body, [0xff, 0xfe]) ? [{ row: 'utf-16' }] : []),
    ...(startsWith(body, [0xfe, 0xff])
      ? [{ row: 'utf-16', instead: 'UTF-16 with its high octet first' }]
      : []),
    ...(body.includes(CR) && !body.includes(LF) ? [{ row: 'cr' }] : []),
  ],
  compression: ({ headers, unaskedCoding }) => {
    const isGzip = /\bgzip\b/.test(unaskedCoding ?? headers['content-encoding'] ?? '');
    if (unaskedCoding === undefined) return isGzip ? [{ row: 'gzip-if-asked' }] : [];
    return [{ row: 'gzip-always', ...(isGzip ? {} : { instead: `Content-Encoding: ${unaskedCoding}` }) }];
  },
  size: ({ body: { length } }) => {
    const rows = SIZES.filter(([octets]) => length > octets).map(([, row]) => ({ row }));
    const isNear = rows.length === 0 && length > LEAST_READ;
    return isNear ? [{ row: SIZES[0][1], instead: `A file of ${length} octets` }] : rows;
  },
  port: ({ url }) => {
    const { port } = new URL(url);
    if (port === '') return [];
    return [{ row: 'port', ...(port === '8080' ? {} : { instead: `Port ${port}` }) }];
  },
};

function rowsOfResponse({ policyRow, status }: RobotsAnswerFacts): readonly SeenRow[] {
  const failure = RECORDED_FAILURES.find((row) => policyRow.split('/').includes(row));
  if (failure !== undefined) return [{ row: failure }];
  if (/\/timeout-/.test(policyRow)) return [{ row: 'timeout-headers' }];
  if (status === undefined) return [];
  if (RECORDED_STATUSES.has(status)) return [{ row: `${status}` }];
  if (status >= 500) return [{ row: '503', instead: `Status ${status}` }];
  if (status >= 400) return [{ row: '404', instead: `Status ${status}` }];
  return policyRow.split('/').includes('2xx-empty') ? [{ row: '2xx-empty' }] : [];
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

const RECORDED_FAILURES = ['reset', 'broken-body'];
const RECORDED_STATUSES: ReadonlySet<number> = new Set([204, 401, 403, 404, 429, 500, 503]);
/** The octets that wpull 2.0.1 reads, the fewest of all recorded programs. */
const LEAST_READ = 4096;
/** Octets before the rules in the rows on sizes. */
const SIZES = [
  [5040, 'behind-5-kB'],
  [102_000, 'behind-100-kB'],
  [614_400, 'behind-600-KiB'],
] as const;
const CR = 0x0d;
const LF = 0x0a;

function startsWith(body: Uint8Array, octets: readonly number[]): boolean {
  return octets.every((octet, at) => body[at] === octet);
}
