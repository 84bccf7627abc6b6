/**
 * Finds the smallest changes to a draft that reverse one answer. Tries each change, and proves its other effects by
 * comparing the drafts before and after it over all URLs.
 */
import { explain as explainVerdict, type RobotsDocument, type Verdict } from 'robots-exclusion';
import { agents } from 'robots-exclusion/agents';
import { type ChangedRegion, type CrawlerDiff, type DiffReport, diffInSteps } from 'robots-exclusion/diff';
import type { Crawler } from '../crawler.ts';
import { prepared } from '../drafts.ts';
import type { ExplainQuestion, SmallChange } from '../protocol.ts';
import { shortName } from '../words.ts';
import { paced } from './job.ts';

/** Limit on the automaton states per proof. For files of the usual size, it takes about a second to reach. */
const BUDGET = 100_000;
/** Limit on the rules of a group to copy. */
const MAX_COPIED_LINES = 200;

interface Edit {
  readonly title: string;
  /** The zero-based index of the first deleted line. `removed` is the number of deleted lines. */
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/**
 * Returns the changes, smallest first. There are none for `/robots.txt`, which may always be fetched, or for text that
 * is not a URL.
 */
export function* change({
  draft,
  crawler,
  url,
  reading,
}: ExplainQuestion): Generator<undefined, readonly SmallChange[]> {
  const source = prepared(draft);
  const verdict = verdictOn(draft, crawler, url, reading);
  if (verdict === undefined || verdict.because === 'robots-txt-itself') return [];
  const lines = draft.split('\n');
  const changes: SmallChange[] = [];
  for (const variants of editsFor(source.document, lines, verdict, crawler, url)) {
    for (const edit of variants) {
      const after = applied(lines, edit);
      if (verdictOn(after, crawler, url, reading)?.allowed !== !verdict.allowed) continue;
      const report = yield* compared(draft, after, crawler);
      changes.push({
        title: edit.title,
        draft: after,
        ...shownLines(lines, edit),
        ...effectOf(report, url, crawler.token),
      });
      break;
    }
  }
  return changes;
}

function* compared(before: string, after: string, crawler: Crawler): Generator<undefined, DiffReport> {
  const crawlers = crawler.token === '*' ? [] : [crawler];
  const steps = paced(diffInSteps(before, after, { budget: BUDGET, known: agents, crawlers }));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield undefined;
  }
}

function verdictOn(draft: string, crawler: Crawler, url: string, reading: string): Verdict | undefined {
  try {
    return explainVerdict(prepared(draft).rulesFor(crawler, reading), url);
  } catch {
    return undefined;
  }
}

/** Kinds of change. Each has variants, and the first variant that works is used. */
function editsFor(
  document: RobotsDocument,
  lines: readonly string[],
  verdict: Verdict,
  crawler: Crawler,
  url: string,
): readonly (readonly Edit[])[] {
  const name = verdict.allowed ? 'Disallow' : 'Allow';
  const pattern = patternFor(url);
  // The variants: with "$", which not every parser supports; without it, so that longer URLs match, too; and with stars
  // that make the rule the longest match.
  const stars = '*'.repeat(verdict.rule?.octets ?? 0);
  const rules = [`${name}: ${pattern}$`, `${name}: ${pattern}`, `${name}: ${pattern}${stars}`];
  const tokens = [...new Set(groupsOf(document, verdict).flatMap(({ productTokens }) => productTokens))];
  const isShared = tokens.length > 1 || tokens[0] !== crawler.token;
  const kinds: Edit[][] = [];
  const at = placeIn(document, verdict);
  if (at !== undefined) {
    const title = `${name} this URL${isShared || crawler.token === '*' ? ` for ${whose(tokens)}` : ''}`;
    kinds.push(rules.map((rule) => ({ title, at, removed: 0, added: [rule] })));
  }
  if (tokens.length === 0 || (isShared && crawler.token !== '*')) {
    const copied = namesIt(tokens, crawler) ? [] : rulesOf(document, lines, verdict);
    if (copied.length <= MAX_COPIED_LINES)
      kinds.push(rules.map((rule) => ownGroup(lines, crawler, `${name} this URL`, [rule, ...copied])));
  }
  const line = verdict.rule?.line;
  if (line !== undefined) kinds.push([{ title: `Remove line ${line}`, at: line - 1, removed: 1, added: [] }]);
  return kinds;
}

function whose(tokens: readonly string[]): string {
  if (tokens.includes('*')) return 'every crawler without its own group';
  const shown = tokens.slice(0, 3).join(', ');
  return tokens.length > 3 ? `${shown} and ${tokens.length - 3} more` : shown;
}

function namesIt(tokens: readonly string[], { token }: Crawler): boolean {
  return tokens.some((one) => one.toLowerCase() === token.toLowerCase());
}

/**
 * The index at which to insert a new rule. The rule goes before the deciding rule, because some parsers use the first
 * match. If no rule decides, it goes after the group's last User-agent line.
 */
function placeIn({ groups }: RobotsDocument, { rule, group }: Verdict): number | undefined {
  if (rule) return rule.line - 1;
  const line = group?.lines[0];
  const found = groups.find(({ userAgents }) => userAgents.some((record) => record.line === line));
  return found?.userAgents.at(-1)?.line;
}

/**
 * Adds a group at the end of the file. Parsers merge it with any group that already names the crawler (RFC 9309
 * §2.2.1).
 */
function ownGroup(
  lines: readonly string[],
  { token }: Crawler,
  what: string,
  added: readonly string[],
): Edit {
  const isOpen = (lines.at(-1) ?? '').trim() !== '';
  const at = isOpen ? lines.length : lines.length - 1;
  return {
    title: `${what} for ${token} only`,
    at,
    removed: 0,
    added: [...(at === 0 ? [] : ['']), `User-agent: ${token}`, ...added],
  };
}

function groupsOf({ groups }: RobotsDocument, { group }: Verdict): RobotsDocument['groups'] {
  const starts = new Set(group?.lines);
  return groups.filter(({ userAgents }) => userAgents.some(({ line }) => starts.has(line)));
}

/** The lines of the groups that apply to the crawler. A separate group for the crawler must repeat these lines. */
function rulesOf(document: RobotsDocument, lines: readonly string[], verdict: Verdict): readonly string[] {
  return groupsOf(document, verdict)
    .flatMap(({ rules, others }) => [...rules, ...others])
    .map(({ line }) => line)
    .sort((a, b) => a - b)
    .map((line) => lines[line - 1] as string);
}

/** The path and query as a literal pattern. */
function patternFor(url: string): string {
  const whole = url.startsWith('/') ? `https://x.invalid${url}` : url;
  if (!URL.canParse(whole)) return '/';
  const { pathname, search } = new URL(whole);
  return (pathname + search).replaceAll('*', '%2A').replaceAll('$', '%24');
}

function applied(lines: readonly string[], { at, removed, added }: Edit): string {
  return [...lines.slice(0, at), ...added, ...lines.slice(at + removed)].join('\n');
}

const MAX_SHOWN_LINES = 12;

function shownLines(
  lines: readonly string[],
  { at, removed, added }: Edit,
): Pick<SmallChange, 'lines' | 'linesOmitted'> {
  const gone = lines
    .slice(at, at + removed)
    .map((text, index) => ({ sign: '-' as const, line: at + index + 1, text }));
  const come = added.map((text, index) => ({ sign: '+' as const, line: at + index + 1, text }));
  const all = [...gone, ...come];
  return { lines: all.slice(0, MAX_SHOWN_LINES), linesOmitted: Math.max(0, all.length - MAX_SHOWN_LINES) };
}

const MAX_NAMES = 4;

function effectOf(
  { crawlers, isComplete }: DiffReport,
  url: string,
  asked: string,
): Pick<SmallChange, 'effect' | 'isProven'> {
  if (!isComplete)
    return {
      isProven: false,
      effect:
        'The change works for this URL, but the file is too large to prove what else the change affects.',
    };
  const parts = crawlers.map((diff) => `${regionsText(diff.regions, url)} for ${namesText(diff, asked)}`);
  return {
    isProven: true,
    effect: `Proven over all URLs: it changes ${parts.join('; ')} and nothing else.`,
  };
}

function regionsText(regions: readonly ChangedRegion[], url: string): string {
  const [first] = regions;
  if (regions.length !== 1 || first === undefined) return `${regions.length} sets of URLs`;
  const { matching, except } = first;
  const isOne = matching.some((pattern) => pattern.endsWith('$') && !pattern.includes('*'));
  if (isOne) return url.endsWith(first.witness) ? 'this URL' : first.witness;
  const what = matching.length > 0 ? `URLs that match ${matching.join(' and ')}` : 'all URLs';
  return `${what}${except.length > 0 ? ', with exceptions,' : ''}`;
}

/**
 * Names the crawlers of a difference. If `*` is among them, the crawler in question is not named, because `*` includes
 * it.
 */
function namesText({ crawlers }: CrawlerDiff, asked: string): string {
  const isEverybody = crawlers.includes('*');
  const named = crawlers.filter((token) => !isEverybody || token !== asked || token === '*');
  const names = named.map((token) =>
    token === '*' ? 'every crawler without its own group' : shortName(token),
  );
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
