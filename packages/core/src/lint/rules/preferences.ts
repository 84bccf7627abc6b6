/** Rules on records that state how fetched content may be used. */
import type { DocumentRecord } from '../../parse/records.ts';
import { usageDiagnostics } from '../../usage/diagnostics.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import type { NamedCrawler } from '../named-crawler.ts';

/** draft-ietf-aipref-attach §3, contentsignals.org, RSL 1.0: each has its own grammar. */
export function* badUsagePreference({ document }: LintContext): Iterable<Finding> {
  for (const { message, span } of usageDiagnostics(document)) yield { message, span };
}

/** Matches `ai-train=no` of Content-Signal and `train-ai=n` of Content-Usage. */
const NO_TRAINING: ReadonlyMap<string, RegExp> = new Map([
  ['content-signal', /\bai-train\s*=\s*no\b/i],
  ['content-usage', /\btrain-ai\s*=\s*n\b/],
]);

/** A usage preference only asks crawlers to refrain; a disallow rule forbids fetching. */
export function* allowedAgainstPreference(context: LintContext): Iterable<Finding> {
  const refusal = context.document.records.find(refuses);
  if (!refusal) return;
  for (const { token, userAgents, groups } of context.crawlers) {
    // What its own groups state takes the place of what the others state.
    const own = groups.flatMap(({ others }) => others).filter(({ kind }) => NO_TRAINING.has(kind));
    if (own.length > 0 && !own.some(refuses)) continue;
    const { fetches, purposes } = context.agentOf(token) ?? {};
    // What also fetches for search is not asked to stay away because of training.
    const isForTraining = purposes?.includes('training') && !(fetches && purposes.length > 1);
    if (!isForTraining || !context.ruleSetOf(token).allows('/')) continue;
    const message = `${token} ${fetches ? 'fetches only for training and may fetch this site' : 'stands for training and is allowed'}, although line ${refusal.line} refuses that use`;
    yield { message, span: (userAgents[0] as DocumentRecord).span };
  }
}

function refuses({ kind, value }: DocumentRecord): boolean {
  return NO_TRAINING.get(kind)?.test(value) === true;
}

/** Records that belong to a group and state how fetched content may be used. */
const KINDS = ['content-signal', 'content-usage'] as const;

/** draft-ietf-aipref-attach, contentsignals.org: the records apply to the crawlers of their group. */
export function* namedGroupLosesPreferences(context: LintContext): Iterable<Finding> {
  const star = context.crawlers.find(({ token }) => token === '*');
  if (!star) return;
  for (const kind of KINDS) {
    const [stated] = recordsOf(star, kind);
    if (!stated) continue;
    for (const crawler of context.crawlers) {
      if (crawler === star || recordsOf(crawler, kind).length > 0 || needsNone(crawler, context)) continue;
      const message = `${crawler.token} follows only its own group, which does not repeat the ${stated.name} of "*" (line ${stated.line})`;
      yield { message, span: (crawler.userAgents[0] as DocumentRecord).span };
    }
  }
}

function recordsOf({ groups }: NamedCrawler, kind: (typeof KINDS)[number]): readonly DocumentRecord[] {
  return groups.flatMap(({ others }) => others.filter((record) => record.kind === kind));
}

/** Whether nobody fetches under the name, or it may fetch nothing: no preference is lost then. */
function needsNone({ token, groups }: NamedCrawler, context: LintContext): boolean {
  if (context.agentOf(token)?.fetches === false) return true;
  const hasAllow = groups.some(({ rules }) => rules.some(({ kind }) => kind === 'allow'));
  return !hasAllow && !context.ruleSetOf(token).allows('/');
}
