import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import type { NamedCrawler } from '../named-crawler.ts';

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
