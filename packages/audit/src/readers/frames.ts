/**
 * Restores lines that a log collector divided: the parts in which containerd and Docker write a long line, and the
 * fields in which `journalctl -o verbose` writes a message.
 */
import { endOfQuoted } from './escapes.ts';

/** Takes a line of the log; `undefined` if it is too long to be read. */
export type TakeLine = (text: string | undefined, number: number, offset: number) => void;

/** containerd: time, stream, whether the line is a part, text. */
const CRI = /^(\d{4}-\d\d-\d\dT\S+ (?:stdout|stderr) )([FP]) (.*)$/s;
const DOCKER = '{"log":"';
/** Docker divides lines at this number of octets. No escape shortens them. */
const DOCKER_PART = 16 * 1024;
/** The first line of an entry of the journal, with its cursor. */
const ENTRY = /^\w{3} \d{4}-\d\d-\d\d .*\[s=[0-9a-f]+;i=/;
const MESSAGE = '    MESSAGE=';

/** Limit on a restored line, in characters. */
const MOST_CHARACTERS = 256 * 1024;

interface Piece {
  readonly stream: string;
  readonly before: string;
  readonly text: string;
  readonly after: string;
  readonly isPart: boolean;
}

/**
 * Passes on the lines of a log. Those that were divided are passed on in place of their last part; the other parts are
 * empty lines.
 */
export class Frames {
  readonly #take: TakeLine;
  /** The text of unfinished lines, by stream. */
  readonly #open = new Map<string, string>();
  #isVerbose = false;

  constructor(take: TakeLine) {
    this.#take = take;
  }

  readonly push: TakeLine = (text, number, offset) => this.#take(text && this.#whole(text), number, offset);

  #whole(text: string): string | undefined {
    const first = text.charCodeAt(0);
    if (first === 0x7b) return text.startsWith(DOCKER) ? this.#joined(dockerPiece(text), text) : text;
    if (first === 0x32) return text.charCodeAt(10) === 0x54 ? this.#joined(criPiece(text), text) : text;
    const isEntry = first > 0x40 && first < 0x5b && ENTRY.test(text);
    this.#isVerbose = isEntry || (this.#isVerbose && text.startsWith('    '));
    if (!this.#isVerbose) return text;
    // Other fields of an entry describe the process that logged.
    return text.startsWith(MESSAGE) ? text.slice(MESSAGE.length) : '';
  }

  #joined(piece: Piece | undefined, line: string): string | undefined {
    if (!piece) return line;
    const { stream, before, after, isPart } = piece;
    const open = this.#open.get(stream);
    if (open === undefined && !isPart) return line;
    const text = (open ?? '') + piece.text;
    if (isPart) this.#open.set(stream, text.slice(0, MOST_CHARACTERS + 1));
    else this.#open.delete(stream);
    if (isPart) return '';
    return text.length > MOST_CHARACTERS ? undefined : before + text + after;
  }
}

function criPiece(line: string): Piece | undefined {
  const [, before = '', kind, text = ''] = CRI.exec(line) ?? [];
  if (kind === undefined) return undefined;
  return { stream: before.slice(-7), before: `${before}F `, text, after: '', isPart: kind === 'P' };
}

function dockerPiece(line: string): Piece | undefined {
  const from = DOCKER.length;
  const end = endOfQuoted(line, '"', from);
  if (end < 0) return undefined;
  const isPart = end - from >= DOCKER_PART && !line.endsWith('\\n', end);
  const stream = line.includes('"stream":"stderr"', end) ? 'stderr' : 'stdout';
  return { stream, before: DOCKER, text: line.slice(from, end), after: line.slice(end), isPart };
}
