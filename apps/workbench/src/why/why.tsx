/** Explains the verdict: every rule that matched, and facts about the crawler. */

import type { JSX } from 'preact';
import type { VerdictRule } from 'robots-exclusion';
import type { Crawler } from '../engine/crawler.ts';
import type { Explanation } from '../engine/protocol.ts';
import { countOf } from '../engine/words.ts';
import { CrawlerTitle } from '../parts/icons.tsx';
import { LineLink } from '../parts/line-link.tsx';
import { Table } from '../parts/table.tsx';
import { obedienceText, purposeTitle } from '../state/purposes.ts';
import { becauseText } from './because-text.ts';

export function Why({ explanation, crawler }: { explanation: Explanation; crawler: Crawler }): JSX.Element {
  const { crawlDelay } = explanation;
  const { verdict } = explanation.decision;
  const { candidatesOmitted = 0 } = verdict;
  return (
    <section class="why" aria-label="Why">
      <h2>Why</h2>
      <p>{becauseText(explanation)}</p>
      {verdict.candidates.length > 0 && <Candidates explanation={explanation} />}
      {candidatesOmitted > 0 && <p class="note">and {countOf(candidatesOmitted, 'more matching rule')}</p>}
      {crawlDelay && (
        <p class="note">
          Line {crawlDelay.line} asks it to wait {crawlDelay.seconds} s between fetches.
        </p>
      )}
      <CrawlerFacts crawler={crawler} />
    </section>
  );
}

function Candidates({ explanation }: { explanation: Explanation }): JSX.Element {
  const { candidates } = explanation.decision.verdict;
  return (
    <Table
      label="Matching rules"
      class="candidates"
      columns={[
        'Line',
        'Rule',
        {
          title: 'Length',
          isNumber: true,
          about: 'Length of the pattern in octets; the longest pattern decides',
        },
        'Outcome',
      ]}
    >
      {candidates.map((rule, index) => (
        <CandidateRow
          key={`${rule.line}:${rule.column}`}
          rule={rule}
          outcome={outcomeOf(explanation, index)}
        />
      ))}
    </Table>
  );
}

function CandidateRow({ rule, outcome }: { rule: VerdictRule; outcome: string }): JSX.Element {
  return (
    <tr class={outcome === DECIDES ? 'is-deciding' : ''}>
      <td>
        <LineLink line={rule.line} />
      </td>
      <td>
        <code class={rule.kind}>{rule.text}</code>
        {isNormalised(rule) && <span class="note"> compared as {rule.pattern}</span>}
      </td>
      <td class="number">{rule.octets}</td>
      <td>{outcome}</td>
    </tr>
  );
}

const DECIDES = 'decides';

function isNormalised({ text, pattern }: VerdictRule): boolean {
  return text.slice(text.indexOf(':') + 1).trim() !== pattern;
}

/**
 * The result of a rule, according to the precedence of RFC 9309 §2.2.2. Other dialects have their own precedence, which
 * the sentence above the table explains.
 */
function outcomeOf({ decision: { verdict }, readAs }: Explanation, index: number): string {
  const { candidates, because } = verdict;
  if (because !== 'rule') return 'does not count';
  if (index === 0) return DECIDES;
  if (readAs) return 'does not decide';
  const [first, rule] = [candidates[0] as VerdictRule, candidates[index] as VerdictRule];
  if (rule.octets < first.octets) return 'shorter';
  return rule.kind === first.kind
    ? 'equally long, but later in the file'
    : 'equally long, but Allow wins a tie';
}

function CrawlerFacts({ crawler }: { crawler: Crawler }): JSX.Element | null {
  if (crawler.token === '*') {
    return (
      <p class="crawler-facts note">
        “Any other crawler” stands for every crawler that no group in the draft names.
      </p>
    );
  }
  if (crawler.source === undefined) {
    return (
      <p class="crawler-facts note">
        <CrawlerTitle title={crawler.token} /> is not in the registry, so only its token is used.
      </p>
    );
  }
  return (
    <p class="crawler-facts note">
      <strong>{crawler.title}</strong> · {crawler.operator} · {crawler.purposes.map(purposeTitle).join(', ')}{' '}
      · {obedienceText(crawler)}
      {!crawler.fetches && ' · fetches nothing itself; the token governs a use'}. {crawler.note}{' '}
      <a href={crawler.source} rel="noreferrer noopener" target="_blank">
        Source, <span class="date">{crawler.asOf}</span>
      </a>
    </p>
  );
}
