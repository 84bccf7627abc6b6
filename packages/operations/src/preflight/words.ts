/** The output of `preflight` as text. */
import { silenceOf, withStates } from '@robots-exclusion/client/preflight';
import { refusalAdvice } from '../evaluate/reason.ts';
import { caller, line, own, site, type Word, type Words } from '../words.ts';
import type { PreflightAnswer } from './schema.ts';

/** Limit on the number of quoted statements. The answer contains all of them. */
const MOST_QUOTED = 3;

/** The outcome, the response to each request, the site's statements, and the sources that could not be read. */
export function preflightWords({
  url,
  outcome,
  checked,
  decision: { refusal },
  asCrawler,
  asClient,
  states,
  statesOmitted,
  sources,
}: PreflightAnswer): Words {
  const quoted = asCrawler.evidence.slice(0, MOST_QUOTED).map(({ text }) => [site(text)]);
  const left = asCrawler.evidence.length - quoted.length;
  const stated = states.length === 0 ? [] : [withStates(outcome, states, statesOmitted)];
  return [
    line`${own(checked.outcome)}, ${own(checked.seen)}: ${caller(url)}`,
    ...(refusal ? refusalAdvice(refusal, url) : []),
    line`as the crawler: ${own(asCrawler.shape)}${statusOf(asCrawler)}`,
    line`as this program: ${own(asClient.shape)}${statusOf(asClient)}`,
    ...quoted,
    ...(left > 0 ? [line`${left} more in asCrawler.evidence`] : []),
    ...stated.map((text) => [site(text)]),
    ...sources.flatMap((source) => {
      const silence = silenceOf(source, checked.seen);
      return silence === undefined ? [] : [[own(`${source.name}: `), site(silence)]];
    }),
  ];
}

function statusOf({ status }: PreflightAnswer['asCrawler']): Word {
  return own(status === undefined ? '' : ` (${status})`);
}
