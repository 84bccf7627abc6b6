/** All tools: the answer to the question above, the draft, and the panels. */
import type { JSX } from 'preact';
import { Answer } from '../ask/answer.tsx';
import { Layout } from './layout.tsx';

export function Tools(): JSX.Element {
  return (
    <main>
      <Answer />
      <Layout />
    </main>
  );
}
