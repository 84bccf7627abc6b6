/** One version of a robots.txt, and its rules for each crawler. */
import { type Body, compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import { type CrawlerNote, crawlerNote } from 'robots-exclusion/agents';
import { crawlDelay } from 'robots-exclusion/records';
import { hostOf, type LostPart } from '../hit.ts';
import type { Crawler } from '../identity/crawler-of.ts';

/** A version, as the caller describes it. */
export interface VersionSource {
  /** The contents of the file; `null` if there was none, or if they are unknown. */
  body: Body | null;
  /** Whether the contents are unknown. Requests are then not judged by this version. @default false */
  isUnknown?: boolean | undefined;
  /** The time from which it was served: epoch milliseconds, ISO 8601, or a date; `-Infinity` for "always". */
  from: number | string | Date;
  /**
   * The time from which the version was certainly served, if later than `from`. This is the time of the first response
   * that contained it. Between the two times, the previous version may have been in force. Default: `from`.
   */
  surelyFrom?: number | string | Date | undefined;
  /** The host that serves it. Default: every host that has no versions of its own. */
  host?: string | undefined;
  /** Name for display. Default: the time in ISO 8601. */
  name?: string | undefined;
}

/** How a version applies to one crawler. */
export interface Binding {
  /** The rules; `undefined` if there was no file, in which case everything is allowed. */
  readonly rules: RuleSet | undefined;
  /**
   * Present if no group applies to the crawler: none names it, and its operator documents that it ignores the `*`
   * group.
   */
  readonly exempt: CrawlerNote | undefined;
  /** Crawl delay in seconds for this crawler. */
  readonly crawlDelaySeconds: number | undefined;
}

/** The data that identifies a version, without its contents. */
export interface VersionFacts {
  readonly name: string;
  /** Time in epoch milliseconds; `-Infinity` for "always". */
  readonly from: number;
  /** Time in epoch milliseconds; equal to `from` if the start of the version is known exactly. */
  readonly surelyFrom: number;
  /** The host that serves it; `undefined` for every host that has no versions of its own. */
  readonly host: string | undefined;
  /** Whether its contents are unknown. */
  readonly isUnknown: boolean;
}

/** Limit on the cached bindings of a version. A hostile log may name more crawlers. */
const MOST_BINDINGS = 1000;

/** A parsed version. */
export class Version implements VersionFacts {
  readonly name: string;
  readonly from: number;
  readonly surelyFrom: number;
  readonly host: string | undefined;
  readonly isUnknown: boolean;
  readonly facts: VersionFacts;
  /** The octets of the file; `undefined` if there was none. */
  readonly octets: Uint8Array | undefined;
  /**
   * Whether it is a robots.txt and not another kind of document, such as a web page, in which crawlers find no rules.
   */
  readonly isRobotsTxt: boolean;
  readonly #document: RobotsDocument | undefined;
  readonly #bindings = new Map<string, Binding>();
  /** Whether the verdict on a request may depend on parts of it that are not in the log. */
  hangsOnLost(url: string, lost: readonly LostPart[]): boolean {
    const rules = (this.#document?.groups ?? []).flatMap((group) => group.rules);
    return hangsOnLost(
      rules.map(({ value }) => value),
      url,
      lost,
    );
  }

  /** Product tokens that its groups name, in lower case. */
  readonly #named: ReadonlySet<string>;

  /** @throws {RangeError} If `from` is not a time. */
  constructor({ body, from, surelyFrom = from, host, name, isUnknown = false }: VersionSource) {
    this.from = instantOf(from);
    this.surelyFrom = Math.max(instantOf(surelyFrom), this.from);
    this.host = hostOf(host);
    this.name = name ?? (Number.isFinite(this.from) ? new Date(this.from).toISOString() : 'always');
    this.isUnknown = isUnknown;
    this.facts = Object.freeze({
      name: this.name,
      from: this.from,
      surelyFrom: this.surelyFrom,
      host: this.host,
      isUnknown,
    });
    this.#document = body === null ? undefined : parse(body);
    this.#named = new Set(this.tokens());
    this.octets = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? undefined);
    this.isRobotsTxt = !this.#document?.diagnostics.some(({ code }) => code === 'not-robots-txt');
  }

  /** How the version applies to a crawler. */
  for(crawler: Crawler): Binding {
    const key = this.#keyOf(crawler);
    let binding = this.#bindings.get(key);
    if (!binding) {
      if (this.#bindings.size >= MOST_BINDINGS) this.#bindings.clear();
      binding = this.#bind(crawler);
      this.#bindings.set(key, binding);
    }
    return binding;
  }

  /**
   * The cache key of a crawler. All unknown crawlers that no group names share one key, because a hostile log has very
   * many of them.
   */
  #keyOf({ profile, token, who }: Crawler): string {
    if (profile) return token;
    const own = (who as readonly string[]).filter((one) => this.#named.has(one.toLowerCase()));
    return `unknown ${own.join(' ')}`;
  }

  /**
   * Whether a crawler that has cached this version may fetch the URL, or whether the version's contents are unknown.
   */
  mayAllow(crawler: Crawler, url: string): boolean {
    const { rules, exempt } = this.for(crawler);
    return this.isUnknown || exempt !== undefined || !rules || rules.allows(url);
  }

  /** The nonempty `Disallow` rules of the version, in file order. */
  disallowed(): { line: number; text: string }[] {
    const rules = (this.#document?.groups ?? []).flatMap((group) => group.rules);
    const own = rules.filter(({ kind, value }) => kind === 'disallow' && value !== '');
    return own.map(({ line, name, value }) => ({ line, text: `${name}: ${value}` }));
  }

  /** Product tokens that its groups name, in lower case. */
  tokens(): string[] {
    return (this.#document?.groups ?? []).flatMap(({ productTokens }) =>
      productTokens.map((token) => token.toLowerCase()),
    );
  }

  #bind({ who, token, profile }: Crawler): Binding {
    const document = this.#document;
    if (!document) return { rules: undefined, exempt: undefined, crawlDelaySeconds: undefined };
    const known = profile && 'token' in who ? who : undefined;
    const note = known && crawlerNote(document, { tokens: [token], who: known, known, isLiteral: false });
    return {
      rules: compile(document, who),
      exempt: note?.exemptFromStar ? note : undefined,
      crawlDelaySeconds: crawlDelay(document, who)?.seconds,
    };
  }
}

/** @throws {RangeError} If the value is not a time. */
export function instantOf(from: number | string | Date): number {
  const instant =
    typeof from === 'number' ? from : typeof from === 'string' ? Date.parse(from) : from.getTime();
  if (!Number.isNaN(instant)) return instant;
  throw new RangeError(
    `Cannot place a version at ${JSON.stringify(from)}: expected an instant such as "2026-11-01T00:00:00Z"`,
  );
}

/**
 * Whether one of these patterns may match the request as it was sent, but not as it was logged, or the reverse. Texts
 * are compared up to the first encoded octet, so the answer may be true for a pattern that makes no difference.
 */
function hangsOnLost(patterns: readonly string[], url: string, lost: readonly LostPart[]): boolean {
  return lost.some(
    (part) => part === 'user-agent' || patterns.some((pattern) => hangsOn(part, pattern, url)),
  );
}

function hangsOn(part: LostPart, pattern: string, url: string): boolean {
  const literal = /^[^*$]*/.exec(pattern)?.[0] ?? '';
  const isWild = literal.length < pattern.length;
  const [own, other] = [plain(literal), plain(url)];
  const isNear = own.startsWith(other) || other.startsWith(own);
  if (part === 'encoding') return pattern.includes('%') && isNear;
  if (part === 'query') return (isWild && other.startsWith(own)) || own.startsWith(`${other}?`);
  return isNear && (isWild || literal.length > url.length);
}

/** The text before the first octet that may be written in several ways. */
function plain(text: string): string {
  return /^[^%\x80-\uffff]*/.exec(text)?.[0] ?? '';
}
