/** One version of a robots.txt, and what it says to each crawler. */
import { type Body, compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import { type CrawlerNote, crawlerNote } from 'robots-exclusion/agents';
import { crawlDelay } from 'robots-exclusion/records';
import { hostOf } from '../hit.ts';
import type { Crawler } from '../identity/crawler-of.ts';

/** A version as passed in. */
export interface VersionSource {
  /** The file; `null` if there was none, or if it is unknown. */
  body: Body | null;
  /** The file's contents are unknown: requests are not judged by it. @default false */
  isUnknown?: boolean | undefined;
  /** The instant from which it was served: epoch milliseconds, ISO 8601, or a date; `-Infinity` for "always". */
  from: number | string | Date;
  /**
   * When it was surely served, where that is later than `from`: the first answer that held it. Between the two, the
   * version before it may have been in force. Default: `from`.
   */
  surelyFrom?: number | string | Date | undefined;
  /** The host that serves it. Default: every host that has no versions of its own. */
  host?: string | undefined;
  /** Name to show. Default: the instant in ISO 8601. */
  name?: string | undefined;
}

/** What a version says to one crawler. */
export interface Binding {
  /** `undefined` if there was no file: everything is allowed. */
  readonly rules: RuleSet | undefined;
  /** No group applies to the crawler, because that of `*` does not, as its operator documents. */
  readonly exempt: CrawlerNote | undefined;
  /** Seconds that it asks the crawler to wait between requests. */
  readonly crawlDelaySeconds: number | undefined;
}

/** What distinguishes versions: plain data. */
export interface VersionFacts {
  readonly name: string;
  /** Epoch milliseconds; `-Infinity` for "always". */
  readonly from: number;
  /** Epoch milliseconds; `from` where that is known exactly. */
  readonly surelyFrom: number;
  /** The host that serves it; `undefined` for every host that has no versions of its own. */
  readonly host: string | undefined;
  /** Its contents are unknown. */
  readonly isUnknown: boolean;
}

/** Rule sets that a version keeps; a hostile log has more crawlers than that. */
const MOST_BINDINGS = 1000;

/** A version, prepared for questions. */
export class Version implements VersionFacts {
  readonly name: string;
  readonly from: number;
  readonly surelyFrom: number;
  readonly host: string | undefined;
  readonly isUnknown: boolean;
  readonly facts: VersionFacts;
  /** The file's octets; `undefined` if there was none. */
  readonly octets: Uint8Array | undefined;
  /** It is a page or another kind of document: crawlers read it and find no rules. */
  readonly isRobotsTxt: boolean;
  readonly #document: RobotsDocument | undefined;
  readonly #bindings = new Map<string, Binding>();
  /** Product tokens that its groups name, in lower case. */
  readonly #named: ReadonlySet<string>;

  /** @throws {RangeError} If `from` is not an instant. */
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

  /** What it says to a crawler. */
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

  /** All unknown crawlers that no group names follow the group of `*`; a hostile log has very many. */
  #keyOf({ profile, token, who }: Crawler): string {
    if (profile) return token;
    const own = (who as readonly string[]).filter((one) => this.#named.has(one.toLowerCase()));
    return `unknown ${own.join(' ')}`;
  }

  /** Whether a crawler that holds it may fetch the URL, as far as is known. */
  mayAllow(crawler: Crawler, url: string): boolean {
    const { rules, exempt } = this.for(crawler);
    return this.isUnknown || exempt !== undefined || !rules || rules.allows(url);
  }

  /** Its `Disallow` rules that match something, in the order of the file. */
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

/** @throws {RangeError} If it is not one. */
export function instantOf(from: number | string | Date): number {
  const instant =
    typeof from === 'number' ? from : typeof from === 'string' ? Date.parse(from) : from.getTime();
  if (!Number.isNaN(instant)) return instant;
  throw new RangeError(
    `Cannot place a version at ${JSON.stringify(from)}: expected an instant such as "2026-11-01T00:00:00Z"`,
  );
}
