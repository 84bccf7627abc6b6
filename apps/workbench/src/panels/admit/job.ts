/**
 * Blocks or admits all crawlers that share a purpose or an operator. Gives the new draft and its effect on each
 * crawler.
 */
import { type AgentPurpose, agents, isRetired } from 'robots-exclusion/agents';
import { type Admission, admitCrawlers, purposeBlock } from 'robots-exclusion/generate';
import type { Crawler } from '../../engine/crawler.ts';
import { type PreparedDraft, prepared } from '../../engine/drafts.ts';
import { SLICE_MS } from '../../engine/jobs/job.ts';
import { isElsewhere } from '../../engine/origin.ts';
import type { DifferenceLine, PanelJobs } from '../../engine/protocol.ts';
import { lineDiff } from '../compare/line-diff.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    'admit.plan': { question: AdmitQuestion; part: number; answer: AdmitPlan };
  }
}

export type Whom =
  | { readonly kind: 'purpose'; readonly purpose: AgentPurpose }
  | { readonly kind: 'operator'; readonly operator: string };

export interface AdmitQuestion {
  readonly draft: string;
  readonly whom: Whom;
  readonly admission: Admission;
  /** Tokens of crawlers that the user unticked. */
  readonly except: readonly string[];
  readonly registry: readonly Crawler[];
  readonly urls: readonly string[];
  /** The origin that the draft is for; empty if unknown. */
  readonly origin: string;
}

export interface AffectedCrawler {
  readonly crawler: Crawler;
  /** Whether the user may tick the crawler: it has the chosen purpose or operator. */
  readonly isChoice: boolean;
  /**
   * Whether the new lines name the crawler. A crawler that is not named is affected because it follows the group of a
   * named crawler.
   */
  readonly isNamed: boolean;
  /** Number of listed URLs that the crawler may fetch. */
  readonly before: number;
  readonly after: number;
}

export interface AdmitPlan {
  readonly after: string;
  readonly lines: readonly DifferenceLine[];
  readonly affected: readonly AffectedCrawler[];
  /** Unticked crawlers. */
  readonly spared: readonly string[];
  /** The owner's lines that the change deletes, other than names of crawlers: rules and comments. */
  readonly removed: readonly DifferenceLine[];
  readonly asked: number;
  /** Number of listed URLs that were not checked. */
  readonly urlsOmitted: number;
}

/** Limit on the checked URLs. Each is checked twice for every crawler of the registry. */
const MAX_URLS = 500;

export function* plan(question: AdmitQuestion): Generator<number, AdmitPlan> {
  const { draft, admission, registry } = question;
  const { named, spared } = crawlersFor(question);
  const comment = commentFor(question, spared);
  const choices = new Set([...named, ...spared]);
  const after = admitCrawlers(draft, named, {
    admission,
    ...(comment !== undefined && { comment }),
  });
  const own = question.urls.filter((url) => !isElsewhere(url, question.origin));
  const urls = own.length > 0 ? own.slice(0, MAX_URLS) : ['/'];
  const affected: AffectedCrawler[] = [];
  const isNamed = new Set(named);
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (const [at, crawler] of registry.entries()) {
    const [was, is] = [draft, after].map((text) => countAllowed(prepared(text), crawler, urls));
    if (choices.has(crawler.token) || was !== is)
      affected.push({
        crawler,
        isChoice: choices.has(crawler.token),
        isNamed: isNamed.has(crawler.token),
        before: was as number,
        after: is as number,
      });
    if (performance.now() < sliceEndsAt) continue;
    yield at;
    sliceEndsAt = performance.now() + SLICE_MS;
  }
  const urlsOmitted = Math.max(0, own.length - MAX_URLS);
  const lines = changedLines(draft, after);
  return { after, lines, removed: ownersLines(lines), affected, spared, asked: urls.length, urlsOmitted };
}

/** Removes lines only if no new line says the same, and leaves out names, which are written again. */
function ownersLines(lines: readonly DifferenceLine[]): readonly DifferenceLine[] {
  const written = new Set(lines.filter(({ sign }) => sign === '+').map(({ text }) => text.trim()));
  return lines.filter(
    ({ sign, text }) =>
      sign === '-' && text.trim() !== '' && !written.has(text.trim()) && !/^\s*user-agent\s*:/i.test(text),
  );
}

/** Retired crawlers are never named, because nobody uses their tokens. */
function crawlersFor({ whom, except }: AdmitQuestion): {
  named: readonly string[];
  spared: readonly string[];
} {
  const chosen =
    whom.kind === 'operator'
      ? agents.filter(({ operator }) => operator === whom.operator)
      : purposeBlock(agents, [whom.purpose]).blocked;
  const tokens = chosen.map(({ token }) => token).filter((token) => !isRetired(token));
  return {
    named: tokens.filter((token) => !except.includes(token)),
    spared: tokens.filter((token) => except.includes(token)),
  };
}

function commentFor({ whom, admission }: AdmitQuestion, spared: readonly string[]): string | undefined {
  if (admission === 'as-others') return undefined;
  const what = whom.kind === 'purpose' ? whom.purpose : whom.operator;
  const title = admission === 'keep-out' ? `Not for: ${what}` : `Welcome: ${what}`;
  return spared.length === 0 ? title : `${title}\nNot named on purpose: ${spared.join(', ')}`;
}

function countAllowed(draft: PreparedDraft, crawler: Crawler, urls: readonly string[]): number {
  const rules = draft.rulesFor(crawler);
  let count = 0;
  for (const url of urls) {
    try {
      if (rules.allows(url)) count++;
    } catch {
      // The text is not a URL, so no crawler may fetch it.
    }
  }
  return count;
}

/** Every inserted or deleted line, in file order. */
function changedLines(before: string, after: string): readonly DifferenceLine[] {
  return lineDiff(before, after).flatMap(({ fromA, toA, fromB, toB }) => [
    ...linesIn(before, fromA, toA, '-'),
    ...linesIn(after, fromB, toB, '+'),
  ]);
}

function linesIn(text: string, from: number, to: number, sign: DifferenceLine['sign']): DifferenceLine[] {
  if (from === to) return [];
  const first = text.slice(0, from).split('\n').length;
  return text
    .slice(from, to)
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => ({ sign, line: first + index, text: line }));
}

export const jobs: PanelJobs<'admit.plan'> = { 'admit.plan': plan };
