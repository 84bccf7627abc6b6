/** Every rule that matched, best first, with its result. */
import type { JSX } from 'preact';
import type { VerdictRule } from 'robots-exclusion';
import type { Explanation } from '../engine/protocol.ts';
import { LineLink } from '../parts/line-link.tsx';

export function Candidates({ explanation }: { explanation: Explanation }): JSX.Element {
  const { candidates } = explanation.decision.verdict;
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Matching rules">
      <table class="candidates">
        <caption class="sr-only">Matching rules, with the deciding rule first</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Rule</th>
            <th
              scope="col"
              class="number"
              title="Length of the pattern in octets; the longest pattern decides"
            >
              Length
            </th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {candidates.map((rule, index) => (
            <CandidateRow
              key={`${rule.line}:${rule.column}`}
              rule={rule}
              outcome={outcomeOf(explanation, index)}
            />
          ))}
        </tbody>
      </table>
    </div>
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
