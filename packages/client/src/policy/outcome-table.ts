/**
 * Defines the rows of the outcome table. Each row is one way in which a request for robots.txt can end. Presets define
 * what the rows mean. If a preset does not define a row, the meaning of the row's parent applies.
 */

/** The meaning of a row of the table (RFC 9309 §2.3.1). */
export type RowMeaning =
  /** Successful access (§2.3.1.1): the crawler follows the rules. */
  | 'rules'
  /** Unavailable (§2.3.1.3): there are no rules, so everything is allowed. */
  | 'no-rules'
  /** Unreachable (§2.3.1.4): complete disallow, unless the preset's phases (`unreachable`) specify otherwise. */
  | 'unreachable'
  /**
   * The client's own settings refuse the address, port or scheme. The site has not failed, and a retry does not help.
   */
  | 'refused';

/** The ways in which an attempt can end, other than a final status. */
export type Failure =
  | 'redirect-without-location'
  | 'redirect-not-followed'
  | 'too-many-redirects'
  | 'redirect-loop'
  | 'network'
  | 'proxy'
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

/** A noteworthy property of a body with a 2xx status. */
export type BodyKind = '2xx-empty' | '2xx-html' | '2xx-wrong-type' | '2xx-too-large';

/** How an attempt ended, in terms of the outcome table. */
export interface AttemptFacts {
  /** The final status; 0 if there is none. */
  status: number;
  /** The failure that ended the attempt; absent if the attempt has a decisive status. */
  failure?: Failure;
  bodyKind?: BodyKind;
}

export type NamedRow = '2xx' | '3xx' | '4xx' | '5xx' | 'timeout' | BodyKind | Failure;

/**
 * The name of a row. A status number such as `429` is also a row; its parent is the row of its class, such as `4xx`.
 */
export type RowName = NamedRow | `${number}`;

/** The parent of each row, whose meaning applies if a preset omits the row. */
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
  proxy: 'network',
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

/** The meanings of rows. An omitted row has the meaning of its parent. */
export type OutcomeRows = Readonly<Partial<Record<RowName, RowMeaning>>>;

/** Whether `name` is a row: a named row, or a status between 200 and 599. */
export function isRowName(name: string): name is RowName {
  return isNamedRow(name) || /^[2-5]\d\d$/.test(name);
}

export function isNamedRow(name: string): name is NamedRow {
  return Object.hasOwn(rowParents, name);
}

/**
 * The row of an attempt, and its meaning. A row without a meaning has the meaning of its nearest ancestor that has one.
 * A status counts as a row only if the table defines it.
 */
export function decidingRow(attempt: AttemptFacts, rows: OutcomeRows): { row: RowName; means: RowMeaning } {
  const status: RowName = `${attempt.status}`;
  const own = attempt.failure === undefined ? rows[status] : undefined;
  if (own !== undefined) return { row: status, means: own };
  const chain = withParents(namedRowOf(attempt));
  const deciding = chain.find((row) => rows[row] !== undefined);
  // A meaning is missing only if the table lacks its basic rows; then nothing is allowed (RFC 9309 §2.3.1.4).
  return { row: chain[0]!, means: (deciding && rows[deciding]) ?? 'unreachable' };
}

function namedRowOf({ failure, bodyKind, status }: AttemptFacts): NamedRow {
  const family = `${Math.floor(status / 100)}xx`;
  const ofStatus = isNamedRow(family) ? family : 'malformed-response';
  return failure ?? (ofStatus === '2xx' ? (bodyKind ?? ofStatus) : ofStatus);
}

export function withParents(row: NamedRow): RowName[] {
  const parent = rowParents[row];
  return parent === undefined ? [row] : [row, ...withParents(parent)];
}
