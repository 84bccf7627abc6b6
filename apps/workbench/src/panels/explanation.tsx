/** Why: the verdict of the chosen URL for the chosen crawler, with every rule that matched. */

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { VerdictRule } from 'robots-exclusion';
import { goToLine, pointTo } from '../editor/current.ts';
import { engine } from '../engine/engine.ts';
import type { Explanation } from '../engine/protocol.ts';
import { VerdictBadge } from '../parts/icons.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { crawlerNamed, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { CrawlerFacts } from './crawler-facts.tsx';

export function ExplanationPane(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const url = useStore(session, (state) => state.url);
  const token = useStore(session, (state) => state.crawler);
  const registry = useStore(session, (state) => state.registry);
  const reading = useStore(session, (state) => state.reading);
  const crawler = crawlerNamed(registry, token);
  const answered = useAnswer(
    engine.detail,
    'explain',
    url === '' ? undefined : { draft, crawler, url, reading },
    [draft, url, crawler, reading],
  );
  const answer = answered?.answer;
  const line = answer && 'verdict' in answer ? (answer.verdict.rule?.line ?? 0) : 0;
  useEffect(() => pointTo(line, session.get().panel !== 'compare'), [line, url, token]);
  return (
    <section class="pane explanation" aria-label="Why">
      <h2>Why</h2>
      {url === '' && <p class="empty">Choose a cell: the rule that decides it is shown here.</p>}
      {answered?.failure && <p class="problem">{answered.failure}</p>}
      {answer && 'notUrl' in answer && <p class="problem">{answer.notUrl}</p>}
      {answer && 'verdict' in answer && answered && (
        <Reason explanation={answer} url={answered.question.url} crawler={answered.question.crawler.title} />
      )}
      <CrawlerFacts crawler={crawler} />
    </section>
  );
}

function Reason({
  explanation,
  url,
  crawler,
}: {
  explanation: Explanation;
  url: string;
  crawler: string;
}): JSX.Element {
  const { verdict, candidatesOmitted } = explanation;
  return (
    <>
      <p class="verdict-line" aria-live="polite">
        <VerdictBadge isAllowed={verdict.allowed} />
        <span class="verdict-text">
          <strong>{crawler}</strong> {verdict.allowed ? 'may fetch' : 'may not fetch'}{' '}
          <code class="url">{url}</code>
        </span>
      </p>
      <p>{becauseText(explanation)}</p>
      {verdict.candidates.length > 0 && (
        <Candidates rules={verdict.candidates} isDecided={verdict.because === 'rule'} />
      )}
      {candidatesOmitted > 0 && <p class="note">{candidatesOmitted} more rules matched.</p>}
      {explanation.crawlDelay && (
        <p class="note">
          Asked to wait {explanation.crawlDelay.seconds} s between fetches (line {explanation.crawlDelay.line}
          ).
        </p>
      )}
    </>
  );
}

function becauseText({ verdict, turnedTo }: Explanation): string {
  const { because, rule, group, candidates } = verdict;
  const whose = group ? `the group of ${listed(group.productTokens)} (${lineList(group.lines)})` : '';
  const turned = turnedTo ? ` No group names it, so it turns to ${turnedTo}, as its operator documents.` : '';
  switch (because) {
    case 'rule': {
      const others = candidates.length - 1;
      const how =
        others === 0
          ? 'the only rule that matches'
          : `the most specific of ${candidates.length} rules that match`;
      return `Line ${rule?.line} decides: ${how} in ${whose}.${turned}`;
    }
    case 'no-rule-matched':
      return `No rule of ${whose} matches, and what no rule matches is allowed.${turned}`;
    case 'no-group':
      return 'No group binds this crawler, so everything is allowed.';
    case 'robots-txt-itself':
      return 'The robots.txt itself may always be fetched.';
    default:
      return verdict.note ?? 'In this reading nothing is known.';
  }
}

function listed(tokens: readonly string[]): string {
  const names = [...new Set(tokens)]
    .slice(0, 6)
    .map((token) => (token === '*' ? 'every other crawler (*)' : token));
  return tokens.length > 6 ? `${names.join(', ')} and ${tokens.length - 6} more` : names.join(', ');
}

function lineList(lines: readonly number[]): string {
  const shown = lines.slice(0, 8).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${lines.length > 8 ? ' …' : ''}`;
}

function Candidates({
  rules,
  isDecided,
}: {
  rules: readonly VerdictRule[];
  isDecided: boolean;
}): JSX.Element {
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Rules that match">
      <table class="candidates">
        <caption class="sr-only">Rules that match, the most specific first</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Rule</th>
            <th scope="col" title="Octets of the pattern: the longest decides">
              Length
            </th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule, index) => (
            <tr key={`${rule.line}:${rule.column}`} class={index === 0 && isDecided ? 'is-deciding' : ''}>
              <td>
                <button type="button" class="line-link" onClick={() => goToLine(rule.line)}>
                  {rule.line}
                </button>
              </td>
              <td>
                <code class={rule.kind}>{rule.text}</code>
                {normalised(rule) && <span class="note"> compared as {rule.pattern}</span>}
              </td>
              <td class="number">{rule.octets}</td>
              <td>
                {index === 0 && isDecided ? 'decides' : outcomeOf(rule, rules[0] as VerdictRule, isDecided)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function normalised({ text, pattern }: VerdictRule): boolean {
  return text.slice(text.indexOf(':') + 1).trim() !== pattern;
}

function outcomeOf(rule: VerdictRule, first: VerdictRule, isDecided: boolean): string {
  if (!isDecided) return 'does not count';
  if (rule.octets < first.octets) return 'shorter';
  return rule.kind === first.kind ? 'as long, stands later' : 'as long, but a tie goes to allow';
}
