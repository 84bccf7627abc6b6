/** A crawler's name in a sentence: one line, however long it is, and in its own direction. */
import type { JSX } from 'preact';

export function CrawlerTitle({ title }: { title: string }): JSX.Element {
  return (
    <bdi class="who" title={title}>
      {title}
    </bdi>
  );
}
