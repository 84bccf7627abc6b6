import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

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
