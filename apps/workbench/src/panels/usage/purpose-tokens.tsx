/** Lets users name purpose tokens: names whose groups say how pages may be used, and under which nobody fetches. */
import { type GivenPurposeToken, type UseWord, useWords } from '@robots-exclusion/operations/shared';
import type { JSX } from 'preact';
import type { Crawler } from '../../engine/crawler.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

export interface PurposeTokens {
  readonly tokens: readonly GivenPurposeToken[];
  /** Why lines are left out, as sentences. */
  readonly problems: readonly string[];
}

/** Limit on the tokens, as in requests to the service. */
const MAX_TOKENS = 20;

/** The words of every other interface. */
const purposes = Object.keys(useWords) as UseWord[];

/** Reads lines such as `Foo-Training=ai-training`. */
export function readPurposeTokens(text: string, registry: readonly Crawler[]): PurposeTokens {
  const tokens: GivenPurposeToken[] = [];
  const problems: string[] = [];
  for (const line of text.split(/\r\n?|\n/).map((one) => one.trim())) {
    if (line === '') continue;
    const [, token = '', word = ''] = /^([A-Za-z_-]+)\s*=\s*(\S+)$/.exec(line) ?? [];
    const purpose = purposes.find((name) => name === word.toLowerCase());
    const known = registry.find((crawler) => crawler.token.toLowerCase() === token.toLowerCase());
    if (purpose === undefined)
      problems.push(`“${line}” is not NAME=PURPOSE, with one of ${purposes.join(', ')}.`);
    else if (known?.fetches)
      problems.push(`${known.token} is a crawler that fetches pages, not a purpose token.`);
    else if (tokens.length < MAX_TOKENS) tokens.push({ token, purpose });
    else problems.push(`At most ${MAX_TOKENS} can be named: “${line}” is left out.`);
  }
  return { tokens, problems };
}

export function PurposeTokensField({ problems }: { problems: readonly string[] }): JSX.Element {
  const text = useStore(session, (state) => state.purposeTokens);
  return (
    <section aria-label="Purpose tokens">
      <h3>Purpose tokens</h3>
      <p class="note">
        A file can also state uses in the groups of names under which nobody fetches, such as Google-Extended.
        Known ones are read already. Name others here, as NAME=PURPOSE: {purposes.join(', ')}.
      </p>
      <div class="header-field">
        <textarea
          aria-label="Purpose tokens, one per line"
          rows={2}
          spellcheck={false}
          placeholder="Foo-Training=ai-training"
          value={text}
          onInput={({ currentTarget }) => session.set({ purposeTokens: currentTarget.value })}
        />
      </div>
      <p class="problem" role="status">
        {problems.join(' ')}
      </p>
    </section>
  );
}
