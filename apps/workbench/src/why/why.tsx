/** Explains the verdict: every rule that matched, and facts about the crawler. */
import type { JSX } from 'preact';
import { countOf } from '../engine/count-of.ts';
import type { Crawler } from '../engine/crawler.ts';
import type { Explanation } from '../engine/protocol.ts';
import { becauseText } from './because-text.ts';
import { Candidates } from './candidates.tsx';
import { CrawlerFacts } from './crawler-facts.tsx';

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
