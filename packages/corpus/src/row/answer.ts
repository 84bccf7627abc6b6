/** The contents of a capture. Each part is computed on demand, so a row with few columns takes little time. */
import { type Failure, outcomeOfStored } from '@robots-exclusion/client/stored-answer';
import { otherContent, parse, type RobotsDocument } from 'robots-exclusion';
import { type NamedTokens, namedTokens } from 'robots-exclusion/agents';
import { scanGroups } from 'robots-exclusion/diff';
import { countRecords, type RecordCounts } from 'robots-exclusion/records';
import type { Capture } from '../warc/capture.ts';
import type { ContentKind, RowOutcome } from './corpus-row.ts';
import { type NamedGroups, tokensAsked } from './crawler-columns.ts';
import { type DecodedBody, decodeBody } from './decode-body.ts';
import type { ReadyOptions } from './ready-options.ts';
import { USAGE_FIELDS } from './usage-entries.ts';

/**
 * The outcome of a response; `unread` if the response cannot be read, although the site may have sent it in full; an
 * empty object if the record alone does not determine it.
 */
export type FoundOutcome =
  | ReturnType<typeof outcomeOfStored>
  | { readonly unread: string }
  | Readonly<Record<string, never>>;

/** Archives cut long bodies on purpose. A body that was cut for another reason is not read. */
const CUT_ON_PURPOSE = 'length';

/** Fields of a response that describe its body or give the target of a redirect. */
const OUTCOME_FIELDS = ['content-type', 'content-encoding', 'content-range', 'transfer-encoding', 'location'];

/** The response fields that rows need; undefined if rows need all. */
export function neededFields({ columns }: ReadyOptions): readonly string[] | undefined {
  return columns.includes('http') ? undefined : [...OUTCOME_FIELDS, ...USAGE_FIELDS];
}

/** A capture, evaluated with the options of a run. Each part is computed on first use. */
export class Answer {
  readonly capture: Capture;
  readonly options: ReadyOptions;
  // Null if there is no value; undefined before first use.
  #body: DecodedBody | null | undefined;
  #found: FoundOutcome | undefined;
  #document: RobotsDocument | null | undefined;
  #octets: Uint8Array | undefined;
  #content: ContentKind | undefined;
  #counts: RecordCounts | undefined;
  #named: NamedTokens | undefined;

  constructor(capture: Capture, options: ReadyOptions) {
    this.capture = capture;
    this.options = options;
  }

  /** The body without content codings. */
  get body(): DecodedBody | null {
    if (this.#body !== undefined) return this.#body;
    const { payload, headers } = this.capture;
    this.#body = payload ? decodeBody(payload, headers, this.options.maxBytes) : null;
    return this.#body;
  }

  get found(): FoundOutcome {
    this.#found ??= this.#findOutcome();
    return this.#found;
  }

  /** The body parsed as robots.txt, whatever it contains; null if it cannot be decoded. */
  get document(): RobotsDocument | null {
    if (this.#document !== undefined) return this.#document;
    const { body, options } = this;
    this.#document =
      body && body.lost === undefined ? parse(body.octets, { maxBytes: options.maxBytes }) : null;
    return this.#document;
  }

  get rules(): RobotsDocument | null {
    return 'outcome' in this.found && this.found.outcome === 'rules' ? this.document : null;
  }

  /** The octets of the file, up to the limit. */
  get octets(): Uint8Array | null {
    const { body } = this;
    if (!body || body.lost !== undefined) return null;
    const { maxBytes } = this.options;
    this.#octets ??= body.octets.length > maxBytes ? body.octets.subarray(0, maxBytes) : body.octets;
    return this.#octets;
  }

  get content(): ContentKind | null {
    const { octets, document } = this;
    if (!octets || !document) return null;
    this.#content ??= octets.length === 0 ? 'empty' : (otherContent(document) ?? 'robots');
    return this.#content;
  }

  /** The kind of content; null for a redirect, because crawlers do not read its body. */
  get ownContent(): ContentKind | null {
    return this.redirectTarget === null ? this.content : null;
  }

  get redirectTarget(): string | null {
    return 'redirectTarget' in this.found ? this.found.redirectTarget : null;
  }

  /** The outcome. It is never `refused`, because an archived response was not subject to an address policy. */
  get outcome(): RowOutcome {
    const { found } = this;
    return 'outcome' in found && found.outcome !== 'refused' ? found.outcome : 'unknown';
  }

  /** Crawlers that the file names, if its rules apply. */
  get named(): NamedTokens | null {
    if (!this.rules) return null;
    this.#named ??= namedTokens(this.rules);
    return this.#named;
  }

  /**
   * The groups of the file for the requested crawlers, if its rules apply. They are taken from the parsed document if
   * another column has already needed that document. Otherwise, only the lines that concern these crawlers are read.
   */
  get groups(): NamedGroups | null {
    const { body, found, options } = this;
    if (!('outcome' in found) || found.outcome !== 'rules' || !body || body.lost !== undefined) return null;
    const document = this.#document;
    if (document) {
      const { compared, hasStar } = this.named as NamedTokens;
      return { source: document, named: compared, hasStar };
    }
    const source = scanGroups(body.octets, tokensAsked(options), options.maxBytes);
    return { source, named: source.named, hasStar: source.hasStar };
  }

  get counts(): RecordCounts | null {
    if (!this.rules) return null;
    this.#counts ??= countRecords(this.rules);
    return this.#counts;
  }

  get isTruncated(): boolean {
    return this.capture.truncated !== undefined || this.body?.isTruncated === true;
  }

  #findOutcome(): FoundOutcome {
    const { type, url, status, originalStatus, headers, payload, unread } = this.capture;
    if (unread !== undefined) return { unread };
    // If a revisit's original is unavailable, its rules are unknown, so only a status of 300 or more, except 304,
    // decides.
    const isKnown = status !== undefined && status >= 300 && status !== 304;
    if (type === 'revisit' && payload === undefined && !isKnown) return {};
    // If a payload is stored without protocol data, the fetch was successful (ISO 28500 §6.4).
    const decisive = originalStatus ?? status ?? 200;
    const isSuccess = decisive >= 200 && decisive < 300;
    const reason = isSuccess ? this.#unreadBody() : undefined;
    if (reason !== undefined) return { unread: reason };
    const { body } = this;
    const answer = {
      url,
      status: decisive,
      headers: withoutTransferCoding(headers),
      body: body?.octets ?? new Uint8Array(0),
      isTruncated: this.isTruncated,
    };
    const failure: { failure?: Failure } =
      isSuccess && body?.lost === 'broken' ? { failure: 'broken-body' } : {};
    return outcomeOfStored({ ...answer, ...failure }, this.options.preset);
  }

  /** Why the body of a successful response is not read. The site may have sent it in full. */
  #unreadBody(): string | undefined {
    const { truncated } = this.capture;
    const { lost, isShort = false } = this.body ?? {};
    if (lost?.startsWith('here/')) return lost;
    const isCut = truncated !== undefined && (truncated !== CUT_ON_PURPOSE || lost !== undefined);
    if (isCut) return truncated === 'short' ? SHORT_BODY : 'archiver/truncated';
    return lost === 'short' || (isShort && truncated === undefined) ? SHORT_BODY : undefined;
  }
}

/** The archive has less than the response states, and does not say why. */
const SHORT_BODY = 'archiver/short-body';

/** Transfer codings are already removed, and are not a defect of an archived response. */
function withoutTransferCoding(headers: Capture['headers']): Capture['headers'] {
  if (headers['transfer-encoding'] === undefined) return headers;
  const { 'transfer-encoding': _, ...others } = headers;
  return others;
}
