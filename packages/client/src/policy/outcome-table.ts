/**
 * The rows of the outcome table: every way in which asking for robots.txt can end, each with the row it falls back to
 * where a preset says nothing of it. What a row means is the preset's to say.
 */

/** What a row of the table means (RFC 9309 §2.3.1). */
export type RowMeaning =
  /** Successful access (§2.3.1.1): the rules are followed. */
  | 'rules'
  /** Unavailable (§2.3.1.3): no rules, everything is allowed. */
  | 'no-rules'
  /** Unreachable (§2.3.1.4): complete disallow, or what the preset's steps say. */
  | 'unreachable'
  /** Our own settings refuse the address, port or scheme: not a failure of the site, and no time changes it. */
  | 'refused';

/** What else can end an attempt but a final status. */
export type Failure =
  | 'redirect-without-location'
  | 'redirect-not-followed'
  | 'too-many-redirects'
  | 'redirect-loop'
  | 'network'
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'address-refused'
  | 'scheme-refused'
  | 'malformed-response'
  | 'broken-body'
  | 'timeout-connect'
  | 'timeout-headers'
  | 'timeout-body'
  | 'timeout-total';

/** What a body of status 2xx looked like, when there is something to say. */
export type BodyKind = '2xx-empty' | '2xx-html' | '2xx-wrong-type' | '2xx-too-large';

/** How an attempt ended, as far as the outcome table looks. */
export interface AttemptFacts {
  /** The final status; 0 when there is none. */
  status: number;
  /** What ended the attempt if not the status. */
  failure?: Failure;
  bodyKind?: BodyKind;
}

/** Rows with a name. */
export type NamedRow = '2xx' | '3xx' | '4xx' | '5xx' | 'timeout' | BodyKind | Failure;

/** A row by name; a status number such as `429` is a row too, and falls back to its class. */
export type RowName = NamedRow | `${number}`;

/** The row that holds where a preset leaves one out. */
export const rowParents: Readonly<Record<NamedRow, NamedRow | undefined>> = Object.freeze({
  '2xx': undefined,
  '2xx-empty': '2xx',
  '2xx-html': '2xx',
  '2xx-wrong-type': '2xx',
  '2xx-too-large': '2xx',
  '3xx': undefined,
  'redirect-without-location': '3xx',
  'redirect-not-followed': '3xx',
  'too-many-redirects': undefined,
  'redirect-loop': 'too-many-redirects',
  '4xx': undefined,
  '5xx': undefined,
  network: undefined,
  dns: 'network',
  refused: 'network',
  reset: 'network',
  tls: 'network',
  'address-refused': undefined,
  'scheme-refused': undefined,
  'malformed-response': 'network',
  'broken-body': 'network',
  timeout: 'network',
  'timeout-connect': 'timeout',
  'timeout-headers': 'timeout',
  'timeout-body': 'timeout',
  'timeout-total': 'timeout',
});

/** What rows mean; rows left out mean what the row they fall back to means. */
export type OutcomeRows = Readonly<Partial<Record<RowName, RowMeaning>>>;

/** Says whether `name` is a row: a named one, or a status from 200 to 599. */
export function isRowName(name: string): name is RowName {
  return isNamedRow(name) || /^[2-5]\d\d$/.test(name);
}

/** Says whether `name` is one of the rows with a name. */
export function isNamedRow(name: string): name is NamedRow {
  return Object.hasOwn(rowParents, name);
}

/**
 * The row of an attempt, and what it means: its own meaning, or that of the first row it falls back to which has one.
 * A status is a row of its own only where the table says something of it.
 */
export function decidingRow(attempt: AttemptFacts, rows: OutcomeRows): { row: RowName; means: RowMeaning } {
  const status: RowName = `${attempt.status}`;
  const own = attempt.failure === undefined ? rows[status] : undefined;
  if (own !== undefined) return { row: status, means: own };
  const chain = withParents(namedRowOf(attempt));
  const deciding = chain.find((row) => rows[row] !== undefined);
  // Only a table without its basic rows knows nothing; then nothing is allowed (RFC 9309 §2.3.1.4).
  return { row: chain[0]!, means: (deciding && rows[deciding]) ?? 'unreachable' };
}

function namedRowOf({ failure, bodyKind, status }: AttemptFacts): NamedRow {
  const family = `${Math.floor(status / 100)}xx`;
  const ofStatus = isNamedRow(family) ? family : 'malformed-response';
  return failure ?? (ofStatus === '2xx' ? (bodyKind ?? ofStatus) : ofStatus);
}

/** A row, then those it falls back to. */
export function withParents(row: NamedRow): RowName[] {
  const parent = rowParents[row];
  return parent === undefined ? [row] : [row, ...withParents(parent)];
}
