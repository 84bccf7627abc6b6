/** A crawler's name in a sentence. A name of any length stays on one line, and keeps its own text direction. */
import type { JSX } from 'preact';

export function CrawlerTitle({ title }: { title: string }): JSX.Element {
  return (
    <bdi class="who" title={title}>
      {title}
    </bdi>
  );
}
