/**
 * Reads the columns after the octets of a Combined line: Referer, User-Agent, and whatever a server adds. What a column
 * holds is learned from its values in all lines of the same shape, not from its place.
 */
import { HOST_NAME, isAddressText } from './address-text.ts';
import { endOfQuoted, unescaped } from './escapes.ts';
import { looksLikeUserAgent } from './fields-by-name.ts';

/** The columns that an audit uses. */
export interface Tail {
  readonly userAgent: string;
  /** Whether the end of the User-Agent is missing. */
  readonly isCut?: true;
  readonly host?: string;
  /** Whether the request has HAProxy's escapes. */
  readonly isHaproxy?: true;
  /** A column of addresses, such as `X-Forwarded-For`. */
  readonly forwarded?: string;
}

/** `unlearned`: lines of this shape must be examined first. `unsure`: two readings are equally plausible. */
export type TailOutcome = Tail | 'unlearned' | 'unsure';

type Form = 'agent' | 'host' | 'chain' | 'other' | 'free';

/** What the columns of one shape hold: how many values have each form. */
interface Shape {
  readonly key: string;
  lines: number;
  readonly columns: Record<Form, number>[];
  /** The values of each column that look like a User-Agent. */
  readonly agents: readonly Set<string>[];
  /** What follows from the counts; `undefined` while they change. */
  roles: Roles | undefined;
}

/** The places of the columns that an audit uses. */
interface Roles {
  /** `none`: there are not enough columns. `undefined`: several may hold the User-Agent. */
  readonly agent: number | 'none' | undefined;
  readonly host: number | undefined;
  readonly forwarded: number | undefined;
  readonly isRare: boolean;
  /** Columns that have one value in all lines, such as a program of the server. */
  readonly fixed: ReadonlySet<number>;
}

const MOST_SHAPES = 200;
const MOST_LEARNED = 200;
const MOST_COLUMNS = 40;

/** Values that no client sends as its name: cache states, versions, numbers, URLs, languages, and empty ones. */
const OTHER =
  /^(?:-?|https?:\/\/\S*|[\d.]+(?:m?s)?|TLSv[\d.]+|[A-Z_]{3,12}|[a-z]{2}(?:-[A-Z]{2})?(?:[,;].*)?|unix:\S*|[0-9a-f-]{16,})$/;

/** One token of a tail: a quoted text, or a word. A bare dash stands for a header that the client did not send. */
interface Token {
  readonly text: string;
  readonly isColumn: boolean;
}

export class LineTails {
  readonly #shapes = new Map<string, Shape>();
  #lines = 0;
  /** The roles in tails that are only quoted texts, by their number. */
  #usual: (Roles | null)[] = [];

  learn(tail: string): void {
    const tokens = tokensOf(tail);
    const shape = tokens && (this.#shapes.get(keyOf(tokens)) ?? this.#add(tokens));
    if (!tokens || !shape || shape.lines >= MOST_LEARNED) return;
    shape.lines++;
    this.#lines++;
    tokens.forEach(({ text }, index) => {
      const form = formOf(text);
      (shape.columns[index] as Record<Form, number>)[form]++;
      if (form === 'agent') shape.agents[index]?.add(text);
    });
    for (const one of this.#shapes.values()) one.roles = undefined;
    this.#usual = [];
  }

  /** The columns of a tail, which begins with a blank. */
  read(tail: string): TailOutcome {
    const tokens = tokensOf(tail);
    if (!tokens) return this.#withBareQuotes(tail);
    const shape = this.#shapes.get(keyOf(tokens));
    if (!shape) return this.#shapes.size >= MOST_SHAPES ? 'unsure' : 'unlearned';
    shape.roles ??= this.#rolesOf(shape);
    const { agent, isRare, fixed } = shape.roles;
    if (agent === 'none') return 'unlearned';
    if (agent === undefined || isRare || isContradicted(tokens, agent, fixed)) return 'unsure';
    return tailOf(shape.roles, tokens, agent);
  }

  /**
   * Whether in tails of so many columns and no words the second is the User-Agent and, if it is an address, the third is
   * the client that a proxy states.
   */
  readonly isUsual = (count: number, hasAddress: boolean): boolean => {
    let roles = this.#usual[count];
    if (roles === undefined) {
      const shape = this.#shapes.get('q'.repeat(count));
      roles = shape ? this.#rolesOf(shape) : null;
      this.#usual[count] = roles;
    }
    return roles?.agent === 1 && !roles.isRare && (!hasAddress || roles.forwarded === 2);
  };

  #rolesOf(shape: Shape): Roles {
    const { key, lines, columns } = shape;
    const agent = agentColumn(shape);
    /** The only other column whose values all have this form. */
    const only = (form: 'host' | 'chain'): number | undefined => {
      const places = columns.flatMap((counts, index) => {
        const isOther = index > 0 && index !== agent && key[index] === 'q';
        return isOther && counts[form] > 0 && counts[form] + counts.other === lines ? [index] : [];
      });
      return places.length === 1 ? places[0] : undefined;
    };
    const fixed = new Set(
      columns.flatMap((counts, at) => (shape.agents[at]?.size === 1 && counts.agent === lines ? [at] : [])),
    );
    return { agent, host: only('host'), forwarded: only('chain'), isRare: this.#isRare(shape), fixed };
  }

  #add(tokens: readonly Token[]): Shape | undefined {
    if (this.#shapes.size >= MOST_SHAPES) return undefined;
    const key = keyOf(tokens);
    const columns = tokens.map(() => ({ agent: 0, host: 0, chain: 0, other: 0, free: 0 }));
    const agents = tokens.map(() => new Set<string>());
    const shape = { key, lines: 0, columns, agents, roles: undefined };
    this.#shapes.set(key, shape);
    return shape;
  }

  /**
   * Whether nearly all lines have a shape that differs only by quoted texts. Quotes that the server did not escape then
   * explain this line as well.
   */
  #isRare({ key, lines }: Shape): boolean {
    return lines * 20 < this.#lines && key.length > 2 && this.#usualEnds().includes(wordsAtEnd(key));
  }

  /** For each shape of two quoted texts and words after them: the number of words. */
  #usualEnds(): number[] {
    return [...this.#shapes.keys()].filter((key) => /^qqw*$/.test(key)).map(wordsAtEnd);
  }

  /**
   * A tail with quotes that are not escaped. The User-Agent ends at the last quote that the usual shapes put after it.
   * If several ends are possible, none is believed.
   */
  #withBareQuotes(tail: string): TailOutcome {
    const cut = CUT.exec(tail);
    if (cut)
      return cut[1] === undefined
        ? 'unsure'
        : { userAgent: unescaped(cut[1].replace(/\\"?$/, '')), isCut: true };
    const end = tail.lastIndexOf('"');
    const words = tail
      .slice(end + 1)
      .split(' ')
      .filter((word) => word !== '').length;
    const isUsual = this.#shapes.size === 0 || this.#usualEnds().includes(words);
    const border = tail.indexOf('" "');
    if (!isUsual || border < 2 || end <= border + 2 || tail.indexOf('" "', border + 1) >= 0) return 'unsure';
    const userAgent = tail.slice(border + 3, end);
    return ['agent', 'free'].includes(formOf(userAgent.replaceAll('"', '')))
      ? { userAgent: unescaped(userAgent) }
      : 'unsure';
  }
}

/** A tail whose last quoted text, the first or the second, does not end. */
const CUT = /^ +(?:"(?:\\.|[^"\\])*" +"((?:\\.|[^"\\])*)|"(?:\\.|[^"\\])*)\\?$/;

/** A quoted value with a name, such as `urt="0.005"`. */
const NAMED = /[\w.-]+="(?:\\.|[^"\\])*"(?= |$)/y;

/** The tokens of a tail; `undefined` if a quote stands where none can be. */
function tokensOf(tail: string): Token[] | undefined {
  const tokens: Token[] = [];
  const { length } = tail;
  for (let at = 0; at < length; ) {
    if (tail.charCodeAt(at) !== 0x20 || tokens.length >= MOST_COLUMNS) return undefined;
    while (tail.charCodeAt(at) === 0x20) at++;
    if (at === length) break;
    NAMED.lastIndex = at;
    const named = NAMED.exec(tail)?.[0];
    if (named !== undefined) {
      tokens.push({ text: named, isColumn: false });
      at += named.length;
      continue;
    }
    const isQuoted = tail.charCodeAt(at) === 0x22;
    const end = isQuoted ? endOfQuoted(tail, '"', at + 1) : endOfWord(tail, at);
    const text = end < 0 ? '"' : tail.slice(isQuoted ? at + 1 : at, end);
    if (text.includes('"') && !(isQuoted && text.includes('\\"') && end >= 0)) return undefined;
    tokens.push({ text, isColumn: isQuoted || text === '-' });
    at = isQuoted ? end + 1 : end;
  }
  return tokens;
}

function endOfWord(tail: string, at: number): number {
  const space = tail.indexOf(' ', at);
  return space < 0 ? tail.length : space;
}

function keyOf(tokens: readonly Token[]): string {
  return tokens.map(({ isColumn }) => (isColumn ? 'q' : 'w')).join('');
}

function wordsAtEnd(key: string): number {
  return key.length - 1 - key.lastIndexOf('q');
}

function formOf(text: string): Form {
  if (text.startsWith('Mozilla/')) return 'agent';
  // HAProxy writes captured header fields in braces.
  if (text === '-' || text === '' || /^\{.*\}$/.test(text)) return 'other';
  if (HOST_NAME.test(text)) return 'host';
  if (text.split(',').every((one) => isAddressText(one.trim()))) return 'chain';
  if (looksLikeUserAgent(text)) return 'agent';
  return OTHER.test(text) ? 'other' : 'free';
}

/**
 * The index of the User-Agent: the column with values that look like one, or else the only one whose values may be one.
 * Programs look like User-Agents, too: a server writes the same few in most lines, such as `nginx/1.22`.
 */
function agentColumn({ key, lines, columns, agents }: Shape): Roles['agent'] {
  const places = [...key].flatMap((kind, index) => (kind === 'q' ? [index] : []));
  const usual = places[1];
  const rivals = places.map((index) => ({
    index,
    count: columns[index]?.agent ?? 0,
    values: agents[index] ?? new Set(),
  }));
  // The first is the Referer, in which a client can send anything, unless few of the others look like a User-Agent.
  const others = rivals.slice(1);
  const found = mostVaried(others.some(({ count }) => 2 * count >= lines) ? others : rivals);
  if (found.length === 1) return found[0]?.index;
  // Two columns with the same values are one header, written twice.
  const isOne = found.every(({ values }) => [...values].every((one) => found[0]?.values.has(one)));
  if (found.length > 1)
    return isOne ? (found.find(({ index }) => index === usual) ?? found[0])?.index : undefined;
  if (usual === undefined) return 'none';
  const free = places.slice(1).filter((index) => {
    const { host = 0, chain = 0, other = 0 } = columns[index] ?? {};
    return host + chain + other < lines;
  });
  return free.length > 1 && free.includes(usual) ? undefined : free.length === 1 ? free[0] : usual;
}

interface Rival {
  readonly index: number;
  readonly count: number;
  readonly values: ReadonlySet<string>;
}

/** Those with the most different values, among those with at least half as many values as any other. */
function mostVaried(rivals: readonly Rival[]): readonly Rival[] {
  const varied = rivals.filter(({ values }) => values.size > 1);
  const pool = varied.length > 0 ? varied : rivals.filter(({ count }) => count > 0);
  const most = Math.max(...pool.map(({ count }) => count));
  const frequent = pool.filter(({ count }) => 2 * count >= most);
  const size = Math.max(...frequent.map(({ values }) => values.size));
  return frequent.filter(({ values }) => values.size === size);
}

/** Whether the value of another column is a User-Agent, and that of this one is not. */
function isContradicted(tokens: readonly Token[], column: number, fixed: ReadonlySet<number>): boolean {
  const own = formOf(tokens[column]?.text ?? '');
  if (own === 'agent') return false;
  return tokens.some(
    ({ text, isColumn }, at) => isColumn && at !== column && !fixed.has(at) && formOf(text) === 'agent',
  );
}

function tailOf({ host, forwarded }: Roles, tokens: readonly Token[], agent: number): Tail {
  const valueAt = (place: number | undefined, form: Form): string | undefined => {
    const text = place === undefined ? undefined : tokens[place]?.text;
    return text !== undefined && formOf(text) === form ? text : undefined;
  };
  const found = { host: valueAt(host, 'host'), forwarded: valueAt(forwarded, 'chain') };
  const text = tokens[agent]?.text ?? '';
  return {
    userAgent: ['host', 'chain'].includes(formOf(text)) ? '' : unescaped(text),
    ...(found.host !== undefined && { host: found.host }),
    ...(found.forwarded !== undefined && { forwarded: found.forwarded }),
  };
}
