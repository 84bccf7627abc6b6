/**
 * How two readers of a robots.txt can differ: twelve axes, each a small record of facts. A dialect has one value for
 * each. A fact is a function only if the original does something that no plain value can describe.
 */
import type { CodePoints } from '../../bytes/code-points.ts';
import type * as LineKind from '../../parse/line-kind.ts';
import type { RecordKind } from '../../parse/record-kind.ts';
import type { LetterCase } from './letter-case.ts';
import type { LineReader, OwnWay, RuleText, TargetReading } from './own-way.ts';
import type { TextModel } from './text-model.ts';

/** How one reader reads, axis by axis. */
export interface DialectFacts {
  readonly lines: LineFacts;
  readonly names: NameFacts;
  readonly runs: RunFacts;
  readonly groups: GroupFacts;
  readonly agents: AgentFacts;
  readonly merging: MergingFacts;
  readonly rules: RuleFacts;
  readonly normalising: NormalisingFacts;
  readonly matching: MatchingFacts;
  readonly precedence: PrecedenceFacts;
  readonly targets: TargetFacts;
  readonly extras: ExtraFacts;
}

/** One of the twelve. */
export type Axis = keyof DialectFacts;

/** Axis 1: how octets become lines. */
export interface LineFacts {
  /** What ends a line; CR LF is one line end if CR is one. */
  readonly ends: CodePoints;
  /** What is trimmed from both ends of a line, a name and a value. */
  readonly whiteSpace: CodePoints;
  readonly byteOrderMark: 'skipped' | 'skipped-even-partial' | 'kept';
  readonly utf16: 'decoded' | 'read-as-octets';
  /** Why the original fails on a file, judged from its text alone. */
  readonly fails?: OwnWay<(text: string) => string | undefined>;
  /** A NUL octet hides the rest of its line, or is an ordinary octet (or, in {@link ends}, a line end). */
  readonly nul: 'hides-rest' | 'ordinary';
  /**
   * Where `#` begins a comment: anywhere, or only after white space and at the start of a line. Name readers have
   * their own rule.
   */
  readonly comment: 'anywhere' | 'at-word';
  /** Whether a line without text may end the group: only an empty one, or also one with white space. */
  readonly blankLine: 'ignored' | 'empty-ends-group' | 'blank-ends-group';
  /** Number of octets read per line; the rest is cut off. */
  readonly maxLineOctets?: number;
  /** Removes HTML tags from each line if the file looks like HTML. */
  readonly markup: 'kept' | 'stripped';
}

/** Axis 2: what separates a name from its value, and which names are known. */
export interface NameFacts {
  /** What may replace a missing colon: nothing, white space between exactly two words, or any white space. */
  readonly withoutColon: 'no-record' | 'two-words' | 'first-space';
  /** A custom function that decides whether a name as written is known. */
  readonly letterCase: LetterCase | OwnWay<(name: string, known: string) => boolean>;
  readonly match: 'exact' | 'prefix';
  readonly known: Readonly<Partial<Record<RecordKind, readonly string[]>>>;
  /** Only letters, digits and hyphens form a name; any other line is not a record. */
  readonly onlyWordNames?: boolean;
  /** A record without a value counts as unknown, regardless of its name. */
  readonly emptyIsUnknown?: boolean;
  /** A colon without a name before it does not make a record. */
  readonly namelessIsNoRecord?: boolean;
  /** A custom line splitter, if the original has its own way. */
  readonly read?: OwnWay<LineReader> & {
    /** What the original makes of a value, knowing whether a colon is before it. */
    readonly value?: (text: string, isAfterColon: boolean) => string;
  };
}

/** Axis 3: what ends a run of user-agent records. */
export interface RunFacts {
  readonly endedBy: ReadonlySet<LineKind.Any>;
}

/** Axis 4: which groups exist. */
export interface GroupFacts {
  /** Records of which a group must have at least one; empty if a user-agent record alone makes a group. */
  readonly needs: ReadonlySet<LineKind.Any>;
  /** A rule without a value does not make a group. */
  readonly emptyRulesDoNotCount?: boolean;
  /** What happens to a run of user-agent records at the end of the file. */
  readonly openAtEnd: 'kept' | 'allows-all';
  /** A rule before any user-agent record. */
  readonly ruleBefore: 'ignored' | 'for-everybody' | 'error';
}

/** Axis 5: whom a user-agent record names. */
export interface AgentFacts {
  /** Which part of the record's value is compared. */
  readonly fileToken: TokenCut;
  /** Which part of the caller's token is compared. */
  readonly callerToken: TokenCut;
  readonly letterCase: LetterCase;
  readonly compare:
    | 'equal'
    | 'file-begins-caller'
    | 'file-begins-word-of-caller'
    | 'file-within-caller'
    | 'caller-within-file';
  /** `*` names every crawler if it is alone, or before one of these. */
  readonly starBefore: CodePoints;
  /** A value that contains stars also matches the crawler without them. */
  readonly starsAreDropped?: boolean;
  /**
   * A value that is empty, or empty after the cut (`'if-cut'`: only the latter), is compared like others; otherwise
   * it names no crawler.
   */
  readonly emptyNameCounts?: boolean | 'if-cut';
  /** An empty caller token means `*`. */
  readonly emptyCallerIsStar?: boolean;
  /** Why a name makes the original fail: a caller's name, regardless of the file, or one in the file. */
  readonly fails?: OwnWay<(name: string, of: 'caller' | 'file') => string | undefined>;
  /** Whether values are decoded before they are compared. */
  readonly decode?: OwnWay<(value: string) => string>;
}

/**
 * `rfc9309`: up to white space, `/`, `*`, `,`, `;`, `(`; `letters`: leading `A-Za-z_-`; `letters-or-whole`: the value,
 * or its leading letters where it is not a token.
 */
export type TokenCut =
  | 'whole'
  | 'rfc9309'
  | 'letters'
  | 'unicode-letters'
  | 'letters-or-whole'
  | 'before-slash';

/** Axis 6: which of the groups that name the crawler are used. */
export interface MergingFacts {
  /**
   * - `all`: every group that names it, merged;
   * - `longest-name`: the groups of the longest matching value, merged;
   * - `first`: the first group that fits;
   * - `exact-then-first`: the groups of the same value, else the first record in which a value fits;
   * - `copied`: what the first record of a run collects; the run's other names are copied from it once, unless known.
   */
  readonly choice: 'all' | 'longest-name' | 'first' | 'exact-then-first' | 'copied';
  /**
   * How `*` compares with names: lower than any; as a name of one letter; or the latter, but not displaced by one.
   */
  readonly starWeight: 'least' | 'one' | 'one-and-stays';
  /** A group that names `*` applies only to crawlers that no other group names. */
  readonly starHidesNames?: boolean;
  /** In a run of user-agent records, those after the first match are ignored. */
  readonly firstInRunDecides?: boolean;
}

/** Axis 7: which rules can match. */
export interface RuleFacts {
  readonly empty: 'matches-nothing' | 'allows-all' | 'disallow-allows-all';
  /** Patterns that begin with neither `/` nor `*`: match nothing, are used as they are, or get a slash. */
  readonly withoutSlash: 'matches-nothing' | 'kept' | 'slash-added';
  /** A control octet in a pattern prevents any match. */
  readonly controlsMatchNothing?: boolean;
  /** Allow counts as an unknown record. */
  readonly onlyDisallow?: boolean;
  /** Number of octets read per value. */
  readonly maxValueOctets?: number;
  /** The patterns that one value expands to. */
  readonly expand?: OwnWay<(value: string, isAllow: boolean) => readonly RuleText[]>;
  /** Why a value makes the original fail on the whole file. */
  readonly fails?: OwnWay<(value: string) => string | undefined>;
}

/** Normalizes escapes: first decodes some, then encodes some octets. Works on octets. */
export interface Recoding {
  /** Octets whose escapes are decoded. */
  readonly decoded: CodePoints;
  /** Raw octets that are escaped. */
  readonly encoded: CodePoints;
  /** Remaining escapes are written in upper case. */
  readonly upperCase: boolean;
  /** What happens to a `%` that begins no escape; `all`: to every `%` left after decoding. */
  readonly encodesPercent: 'no' | 'stray' | 'all';
}

export type Normaliser = 'none' | 'rfc9309' | Recoding | OwnWay<(text: string) => string>;

/** Axis 8: how patterns and targets are normalized. */
export interface NormalisingFacts {
  readonly text: TextModel;
  readonly pattern: Normaliser;
  readonly target: Normaliser;
}

/** Axis 9: whether a pattern matches. */
export interface MatchingFacts {
  /**
   * - `prefix`: no wildcards;
   * - `any-run`: `*` is any run of characters;
   * - `floating`: as `any-run`, but a pattern with a wildcard matches anywhere in the target;
   * - `first-fit`: what follows a star is taken where it first fits, also at the end;
   * - `next-character`: a star ends at the next place of the character that follows it;
   * - `text-needed`: a star needs text after it to go on;
   * - `greedy-tail`: the last star reaches as far as it can, those before it as little as they can.
   */
  readonly stars:
    | 'prefix'
    | 'any-run'
    | 'floating'
    | 'first-fit'
    | 'next-character'
    | 'text-needed'
    | 'greedy-tail';
  /** Where `$` means the end: as the last character (but not after a star), or anywhere; with `prefix`, nowhere. */
  readonly dollar: 'last' | 'last-but-not-after-star' | 'anywhere';
}

/** Axis 10: which rule decides. */
export interface PrecedenceFacts {
  readonly order: 'longest-pattern' | 'longest-text' | 'first' | 'any-allow';
  /** Tie-breaker for `longest-pattern`. `unstable-sort`: whatever an unstable sort by length puts first. */
  readonly tie: 'allow' | 'first' | 'unstable-sort';
  /** The unit of a pattern's length: characters of the text model, code points, or octets of UTF-8. */
  readonly length: 'units' | 'code-points' | 'utf-8';
  /** Rules of length 0 never decide. */
  readonly emptyNeverDecides?: boolean;
}

/** Axis 11: which part of a URL is compared. */
export interface TargetFacts {
  /** Targets that get an answer: any text, or only absolute URLs and paths. Others are unreadable. */
  readonly domain: 'text' | 'url';
  readonly read: 'rfc9309' | OwnWay<(url: string) => TargetReading>;
  /** The same for a crawler without a group, if the original then uses less of the URL. @default read */
  readonly withoutGroup?: OwnWay<(url: string) => TargetReading>;
}

/** Axis 12: what else decides. */
export interface ExtraFacts {
  /** `/robots.txt` is always allowed. */
  readonly robotsTxtIsAllowed: boolean;
  /** Patterns that name an index page also match its directory. */
  readonly indexPage?: IndexPageFacts;
  /** A crawl-delay above this disallows everything. */
  readonly maxCrawlDelaySeconds?: number;
  /** Reads a crawl-delay in seconds; `undefined` if it cannot be read. */
  readonly crawlDelay?: OwnWay<(value: string) => number | undefined>;
  /** Which of a crawler's readable Crawl-delay records counts. @default 'first' */
  readonly countedDelay?: 'first' | 'last' | 'least';
  /** A crawl-delay that cannot be read makes the whole file fail. */
  readonly badCrawlDelayIsError?: boolean;
  /** A file that looks like HTML and has no user-agent record restricts nothing. */
  readonly markupWithoutGroupsAllowsAll?: boolean;
}

/** Which patterns also match their directory. */
export interface IndexPageFacts {
  readonly of: 'allow' | 'both';
  /**
   * The file name begins with `index.htm`; is `index.htm` or `index.html`; the pattern ends with one of them, with or
   * without a slash before it; the file name is `index.html`.
   */
  readonly when: 'begins' | 'is' | 'ends' | 'is-html';
}
