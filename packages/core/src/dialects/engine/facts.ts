/**
 * Describes how two readers of a robots.txt can differ: twelve axes, each a small record of facts. A dialect has one
 * value for each axis. A fact is a function only if no plain value can describe the original implementation, which is
 * the parser that the dialect imitates.
 */
import type { CodePoints } from '../../bytes/code-points.ts';
import type * as LineKind from '../../parse/line-kind.ts';
import type { RecordKind } from '../../parse/record-kind.ts';
import type { LetterCase } from './letter-case.ts';
import type { LineReader, OwnWay, RuleText, TargetReading } from './own-way.ts';
import type { TextModel } from './text-model.ts';

/** How one reader reads a robots.txt, axis by axis. */
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

/** The name of an axis. */
export type Axis = keyof DialectFacts;

/** Axis 1: how octets become lines. */
export interface LineFacts {
  /** The characters that end a line. CR LF is one line end if CR is a line end. */
  readonly ends: CodePoints;
  /** The characters trimmed from both ends of a line, a name and a value. */
  readonly whiteSpace: CodePoints;
  readonly byteOrderMark: 'skipped' | 'skipped-even-partial' | 'kept';
  readonly utf16: 'decoded' | 'read-as-octets';
  /** Why the original implementation fails on a file, determined from the text alone. */
  readonly fails?: OwnWay<(text: string) => string | undefined>;
  /**
   * Whether a NUL octet hides the rest of its line, hides the rest of the file, or is ordinary. If {@link ends}
   * contains NUL, a NUL ends the line instead.
   */
  readonly nul: 'hides-rest' | 'ends-file' | 'ordinary';
  /**
   * Where `#` begins a comment: anywhere, or only at the start of a line and after white space. Custom line splitters
   * decide for themselves.
   */
  readonly comment: 'anywhere' | 'at-word';
  /** Whether a blank line may end the group: never, only an empty line, or also a line of white space. */
  readonly blankLine: 'ignored' | 'empty-ends-group' | 'blank-ends-group';
  /** Limit on the octets read per line. The rest is cut off. */
  readonly maxLineOctets?: number;
  /** Whether HTML tags are removed from each line if the file looks like HTML. */
  readonly markup: 'kept' | 'stripped';
}

/** Axis 2: what separates a name from its value, and which names are known. */
export interface NameFacts {
  /** What may replace a missing colon: nothing, white space between exactly two words, or any white space. */
  readonly withoutColon: 'no-record' | 'two-words' | 'first-space';
  /**
   * How the case of names is compared. A function instead compares the name, as the file spells it, with a known name.
   */
  readonly letterCase: LetterCase | OwnWay<(name: string, known: string) => boolean>;
  readonly match: 'exact' | 'prefix';
  readonly known: Readonly<Partial<Record<RecordKind, readonly string[]>>>;
  /** Whether only letters, digits and hyphens form a name. Any other line is then not a record. */
  readonly onlyWordNames?: boolean;
  /** Whether a record without a value counts as unknown, regardless of its name. */
  readonly emptyIsUnknown?: boolean;
  /** Whether a line that begins with a colon contains no record. */
  readonly namelessIsNoRecord?: boolean;
  /** A custom line splitter, for an original implementation whose splitter cannot be described by plain facts. */
  readonly read?: OwnWay<LineReader> & {
    /**
     * Transforms a value as the original implementation does. The result may depend on whether a colon precedes the
     * value.
     */
    readonly value?: (text: string, isAfterColon: boolean) => string;
  };
}

/** Axis 3: what ends a run of user-agent records. A user-agent record does where each has a group of its own. */
export interface RunFacts {
  readonly endedBy: ReadonlySet<LineKind.Any>;
}

/** Axis 4: which groups exist. */
export interface GroupFacts {
  /** A group must have at least one record of these kinds. Empty if a user-agent record alone makes a group. */
  readonly needs: ReadonlySet<LineKind.Any>;
  /** Whether a rule without a value does not count toward `needs`. */
  readonly emptyRulesDoNotCount?: boolean;
  /** What happens to a run of user-agent records at the end of the file. */
  readonly openAtEnd: 'kept' | 'allows-all';
  /** What happens to a rule before any user-agent record. */
  readonly ruleBefore: 'ignored' | 'for-everybody' | 'error';
}

/** Axis 5: which crawlers a user-agent record names. */
export interface AgentFacts {
  /** The part of the record's value that is compared. */
  readonly fileToken: TokenCut;
  /** The part of the caller's token that is compared with the file's tokens. */
  readonly callerToken: TokenCut;
  readonly letterCase: LetterCase;
  /** Whether `letterCase` applies to the file alone, so that a capital letter in the caller's token matches nothing. */
  readonly callerKeepsCase?: boolean;
  readonly compare:
    | 'equal'
    | 'file-begins-caller'
    | 'file-begins-word-of-caller'
    | 'file-within-caller'
    | 'caller-begins-file'
    | 'caller-within-file';
  /** Characters that may follow a `*` that names every crawler. A lone `*` always names every crawler. */
  readonly starBefore: CodePoints;
  /** Whether a value that contains stars also matches the crawler whose name is the value without its stars. */
  readonly starsAreDropped?: boolean;
  /**
   * Whether an empty name is compared like other names; otherwise, it names no crawler. A name is empty if the value is
   * empty or begins with a character that ends the name. With `'if-cut'`, an empty value still names no crawler.
   */
  readonly emptyNameCounts?: boolean | 'if-cut';
  /** Whether an empty caller token means `*`. */
  readonly emptyCallerIsStar?: boolean;
  /**
   * Why a name makes the original implementation fail. The name is either the caller's, regardless of the file, or one
   * in the file.
   */
  readonly fails?: OwnWay<(name: string, of: 'caller' | 'file') => string | undefined>;
  /** Decodes values before they are compared. */
  readonly decode?: OwnWay<(value: string) => string>;
}

/**
 * `rfc9309`: up to white space, `/`, `*`, `,`, `;`, `(`. `letters`: leading `A-Za-z_-`. `letters-or-whole`: the value,
 * or its leading letters if the value is not a token.
 */
export type TokenCut =
  | 'whole'
  | 'rfc9309'
  | 'letters'
  | 'unicode-letters'
  | 'letters-or-whole'
  | 'before-slash'
  | 'first-word-before-slash';

/** Axis 6: which of the groups that name the crawler apply. */
export interface MergingFacts {
  /**
   * - `all`: every group that names it, merged;
   * - `longest-name`: the groups of the longest matching value, merged;
   * - `first`: the first group that matches;
   * - `exact-then-first`: the groups whose value equals the caller's name, or else the groups of the first value that
   *   matches;
   * - `copied`: the rules belong to the first name of a run; each other name of the run gets a copy of them, unless it
   *   already has rules;
   * - `shared`: consecutive names share one set of rules as long as it is empty; a name that already has rules gets more
   *   of them; the first name that matches decides.
   */
  readonly choice: 'all' | 'longest-name' | 'first' | 'exact-then-first' | 'copied' | 'shared';
  /**
   * How `*` ranks among names. `least`: below every name. `one`: like a name of one character; of two such names, the
   * first in the file applies. `one-and-stays`: like a name of one character, but before any other such name. `equal`,
   * for the choice `first`: like the crawler's name.
   */
  readonly starWeight: 'least' | 'one' | 'one-and-stays' | 'equal';
  /** For `longest-name`: whether only the first group with the name is used. */
  readonly onlyFirst?: boolean;
  /** Whether all groups that name `*` are merged, although only the first group with another name applies. */
  readonly starsAreMerged?: boolean;
  /** Whether a group that names `*` applies only to crawlers that no other group names. */
  readonly starHidesNames?: boolean;
  /** Whether user-agent records after the first match in a run are ignored. */
  readonly firstInRunDecides?: boolean;
}

/** Axis 7: which rules can match. */
export interface RuleFacts {
  /**
   * What a rule without a value does: nothing; it allows everything; only Disallow does so, as an Allow of the lowest
   * rank; or it is reversed, so that Disallow allows everything and Allow disallows everything.
   */
  readonly empty: 'matches-nothing' | 'allows-all' | 'disallow-allows-all' | 'reversed';
  /** Patterns that begin with neither `/` nor `*` match nothing, are used unchanged, or get a leading slash. */
  readonly withoutSlash: 'matches-nothing' | 'kept' | 'slash-added';
  /** Whether a pattern with a control octet matches nothing. */
  readonly controlsMatchNothing?: boolean;
  /** Whether Allow counts as an unknown record. */
  readonly onlyDisallow?: boolean;
  /** Limit on the octets read per value. */
  readonly maxValueOctets?: number;
  /** Returns the patterns that one value expands to. */
  readonly expand?: OwnWay<(value: string, isAllow: boolean) => readonly RuleText[]>;
  /** Why a value makes the original implementation fail on the whole file. */
  readonly fails?: OwnWay<(value: string) => string | undefined>;
}

/** Normalizes escapes in octets: first decodes some escapes, then encodes some octets. */
export interface Recoding {
  /** Octets whose escapes are decoded. */
  readonly decoded: CodePoints;
  /** Raw octets that are escaped. */
  readonly encoded: CodePoints;
  /** Whether the remaining escapes are written in upper case. */
  readonly upperCase: boolean;
  /** Whether a `%` is encoded: no; if it begins no escape (`stray`); or every `%` left after decoding (`all`). */
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
   * - `floating`: like `any-run`, but a pattern with a wildcard matches anywhere in the target;
   * - `first-fit`: the text after a star matches at its first occurrence, also at the end;
   * - `next-character`: a star ends at the next occurrence of the character that follows it;
   * - `text-needed`: a star has an effect only if text follows it;
   * - `greedy-tail`: the last star matches as much as it can, and earlier stars match as little as they can.
   */
  readonly stars:
    | 'prefix'
    | 'any-run'
    | 'floating'
    | 'first-fit'
    | 'next-character'
    | 'text-needed'
    | 'greedy-tail';
  /** Where `$` means the end: as the last character (but not after a star), or anywhere. With `prefix`, nowhere. */
  readonly dollar: 'last' | 'last-but-not-after-star' | 'anywhere';
  /**
   * Whether, of the patterns without wildcards, only one Allow and one Disallow are tried for a target: those that sort
   * directly before it, or equal it. A shorter pattern is then lost behind a neighbour that does not match.
   */
  readonly onlyNearestLiteral?: boolean;
}

/** Axis 10: which rule decides. */
export interface PrecedenceFacts {
  readonly order: 'longest-pattern' | 'longest-text' | 'first' | 'any-allow';
  /**
   * Tie-breaker for `longest-pattern`. `unstable-sort`: the rule that an unstable sort by length puts first.
   * `first-but-allow-of-same`: the first in the file, but rules with the same value are one rule, an Allow if one of
   * them is.
   */
  readonly tie: 'allow' | 'first' | 'unstable-sort' | 'first-but-allow-of-same';
  /**
   * The unit of a pattern's length: characters of the text model, all or without stars and a final `$`, code points, or
   * octets of UTF-8.
   */
  readonly length: 'units' | 'without-wildcards' | 'code-points' | 'utf-8';
  /** Whether rules of length 0 never decide. */
  readonly emptyNeverDecides?: boolean;
}

/** Axis 11: which part of a URL is compared. */
export interface TargetFacts {
  /**
   * Which targets get a verdict: any text, or only absolute URLs and paths. For any other target, the result is an
   * error.
   */
  readonly domain: 'text' | 'url';
  readonly read: 'rfc9309' | OwnWay<(url: string) => TargetReading>;
  /**
   * Like `read`, for a crawler without a group, if the original implementation then uses less of the URL. @default read
   */
  readonly withoutGroup?: OwnWay<(url: string) => TargetReading>;
}

/** Axis 12: what decides besides rules. */
export interface ExtraFacts {
  /** Whether `/robots.txt` is always allowed. */
  readonly robotsTxtIsAllowed: boolean;
  /** Which patterns that name an index page also match its directory. */
  readonly indexPage?: IndexPageFacts;
  /** The maximum crawl-delay. A longer one disallows everything. */
  readonly maxCrawlDelaySeconds?: number;
  /** Reads a crawl-delay in seconds; `undefined` if it cannot be read. */
  readonly crawlDelay?: OwnWay<(value: string) => number | undefined>;
  /** Which of a crawler's readable Crawl-delay records counts. @default 'first' */
  readonly countedDelay?: 'first' | 'last' | 'least';
  /** Whether an unreadable crawl-delay makes the whole file fail. */
  readonly badCrawlDelayIsError?: boolean;
  /** Whether a file that looks like HTML and has no user-agent record restricts nothing. */
  readonly markupWithoutGroupsAllowsAll?: boolean;
}

/** Which patterns also match the directory of their page. */
export interface IndexPageFacts {
  readonly of: 'allow' | 'both';
  /**
   * `begins`: the file name begins with `index.htm`. `is`: it is `index.htm` or `index.html`. `ends`: the pattern ends
   * with one of these names, with or without a slash before it. `is-html`: the file name is `index.html`.
   */
  readonly when: 'begins' | 'is' | 'ends' | 'is-html';
}
