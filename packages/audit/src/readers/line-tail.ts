/**
 * Reads the columns after the octets of a Combined line: Referer, User-Agent, and whatever a server adds. What a column
 * holds is learned from its values in all lines of the same shape, not from its place.
 */
import { isAddressText } from './address-text.ts';
import { unescaped } from './escapes.ts';
import { looksLikeUserAgent } from './fields-by-name.ts';

/** The columns that an audit uses. */
export interface Tail {
  readonly userAgent: string;
  /** Whether the end of the User-Agent is missing. */
  readonly isCut?: true;
  readonly host?: string;
  /** A column of addresses, such as `X-Forwarded-For`. */
  readonly forwarded?: string;
}

/** `unlearned`: lines of this shape must be examined first. `unsure`: two readings are equally plausible. */
export type TailOutcome = Tail | 'unlearned' | 'unsure';

type Form = 'agent' | 'host' | 'chain' | 'other' | 'free';

/** What the columns of one shape hold: how many values have each form. */
interface Shape {
  lines: number;
  readonly columns: Record<Form, number>[];
}

const MOST_SHAPES = 200;
const MOST_LEARNED = 200;
const MOST_COLUMNS = 40;

const HOST = /^(?=[^:]*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i;
/** Values that no client sends as its name: cache states, versions, numbers, URLs, languages, and empty ones. */
const OTHER =
  /^(?:-?|https?:\/\/\S*|[\d.]+(?:m?s)?|TLSv[\d.]+|[A-Z_]{3,12}|[a-z]{2}(?:-[A-Z]{2})?(?:[,;].*)?|unix:\S*|[0-9a-f-]{16,})$/;

/** One token of a tail: a quoted text, or a word. A bare dash stands for a header that the client did not send. */
interface Token {
  readonly text: string;
  readonly isColumn: boolean;
}

/** Learns and reads the tails of one log. */
export class LineTails {
  readonly #shapes = new Map<string, Shape>();
  #lines = 0;
  /** Whether the tails that are only two quoted texts end with the User-Agent, and no other tail may look like them. */
  isPlain = false;

  learn(tail: string): void {
    const tokens = tokensOf(tail);
    const shape = tokens && (this.#shapes.get(keyOf(tokens)) ?? this.#add(tokens));
    if (!tokens || !shape || shape.lines >= MOST_LEARNED) return;
    shape.lines++;
    this.#lines++;
    tokens.forEach(({ text }, index) => {
      (shape.columns[index] as Record<Form, number>)[formOf(text)]++;
    });
    const plain = this.#shapes.get('qq');
    this.isPlain = plain !== undefined && agentColumn(plain, PLAIN) === 1;
  }

  /** The columns of a tail, which begins with a blank. */
  read(tail: string): TailOutcome {
    const tokens = tokensOf(tail);
    if (!tokens) return this.#withBareQuotes(tail);
    const shape = this.#shapes.get(keyOf(tokens));
    if (!shape) return this.#shapes.size >= MOST_SHAPES ? 'unsure' : 'unlearned';
    const column = agentColumn(shape, tokens);
    if (column === 'none') return 'unlearned';
    if (column === undefined || this.#isRare(shape, tokens) || isContradicted(tokens, column))
      return 'unsure';
    return tailOf(shape, tokens, column);
  }

  #add(tokens: readonly Token[]): Shape | undefined {
    if (this.#shapes.size >= MOST_SHAPES) return undefined;
    const shape = {
      lines: 0,
      columns: tokens.map(() => ({ agent: 0, host: 0, chain: 0, other: 0, free: 0 })),
    };
    this.#shapes.set(keyOf(tokens), shape);
    return shape;
  }

  /**
   * Whether nearly all lines have a shape that differs only by quoted texts. Quotes that the server did not escape then
   * explain this line as well.
   */
  #isRare({ lines }: Shape, tokens: readonly Token[]): boolean {
    return (
      lines * 20 < this.#lines && this.#usualEnds().includes(wordsAtEnd(keyOf(tokens))) && tokens.length > 2
    );
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
    if (cut) return cut[1] === undefined ? 'unsure' : { userAgent: unescaped(cut[1]), isCut: true };
    const end = tail.lastIndexOf('"');
    const words = tail
      .slice(end + 1)
      .split(' ')
      .filter((word) => word !== '').length;
    const isUsual = this.#shapes.size === 0 || this.#usualEnds().includes(words);
    const border = tail.indexOf('" "');
    if (!isUsual || border < 2 || end <= border + 2 || tail.indexOf('" "', border + 1) >= 0) return 'unsure';
    const userAgent = tail.slice(border + 3, end);
    return ['agent', 'free'].includes(formOf(userAgent)) ? { userAgent: unescaped(userAgent) } : 'unsure';
  }
}

const TOKEN = / +(?:"((?:\\.|[^"\\])*)"|([^\s"]+))(?= |$)/y;
/** A tail whose last quoted text, the first or the second, does not end. */
const CUT = /^ +(?:"(?:\\.|[^"\\])*" +"((?:\\.|[^"\\])*)|"(?:\\.|[^"\\])*)\\?$/;
const PLAIN: readonly Token[] = ['', ''].map((text) => ({ text, isColumn: true }));

/** The tokens of a tail; `undefined` if a quote stands where none can be. */
function tokensOf(tail: string): Token[] | undefined {
  const tokens: Token[] = [];
  const end = tail.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(tail);
    if (!match || tokens.length >= MOST_COLUMNS) return undefined;
    const text = match[1] ?? (match[2] as string);
    tokens.push({ text, isColumn: match[1] !== undefined || text === '-' });
  }
  return tokens;
}

function keyOf(tokens: readonly Token[]): string {
  return tokens.map(({ isColumn }) => (isColumn ? 'q' : 'w')).join('');
}

function wordsAtEnd(key: string): number {
  return key.length - 1 - key.lastIndexOf('q');
}

function formOf(text: string): Form {
  if (HOST.test(text)) return 'host';
  if (text.split(',').every((one) => isAddressText(one.trim()))) return 'chain';
  if (looksLikeUserAgent(text)) return 'agent';
  return OTHER.test(text) ? 'other' : 'free';
}

/**
 * The index of the User-Agent: the column with the most values that look like one, or else the only one whose values
 * may be one. `undefined` if several may be, and `none` if there are not enough columns.
 */
function agentColumn({ lines, columns }: Shape, tokens: readonly Token[]): number | 'none' | undefined {
  const places = [...tokens.keys()].filter((index) => tokens[index]?.isColumn);
  const agents = places.map((index) => columns[index]?.agent ?? 0);
  const most = Math.max(0, ...agents);
  const usual = places[1];
  if (most > 0) return agents[1] === most ? usual : places[agents.indexOf(most)];
  if (usual === undefined) return 'none';
  const free = places.slice(1).filter((index) => {
    const { host = 0, chain = 0, other = 0 } = columns[index] ?? {};
    return host + chain + other < lines;
  });
  return free.length > 1 ? undefined : (free[0] ?? usual);
}

/** Whether the value of another column is a User-Agent, and that of this one is not. */
function isContradicted(tokens: readonly Token[], column: number): boolean {
  const own = formOf(tokens[column]?.text ?? '');
  if (own === 'agent') return false;
  return tokens.some(({ text, isColumn }, at) => isColumn && at !== column && formOf(text) === 'agent');
}

function tailOf({ lines, columns }: Shape, tokens: readonly Token[], column: number): Tail {
  /** The value of the only other column whose values all have this form. */
  const only = (form: 'host' | 'chain'): string | undefined => {
    const places = columns.flatMap((counts, index) => {
      const isOther = index > 0 && index !== column && tokens[index]?.isColumn;
      return isOther && counts[form] > 0 && counts[form] + counts.other === lines ? [index] : [];
    });
    const text = places.length === 1 ? tokens[places[0] as number]?.text : undefined;
    return text !== undefined && formOf(text) === form ? text : undefined;
  };
  const [host, forwarded] = [only('host'), only('chain')];
  const agent = tokens[column]?.text ?? '';
  return {
    userAgent: ['host', 'chain'].includes(formOf(agent)) ? '' : unescaped(agent),
    ...(host !== undefined && { host }),
    ...(forwarded !== undefined && { forwarded }),
  };
}
