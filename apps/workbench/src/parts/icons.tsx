/** Small pictures, drawn in the colour of the text. */
import type { JSX } from 'preact';

const paths: ReadonlyMap<string, string> = new Map([
  ['allowed', 'M3.5 8.5l3 3 6-7'],
  ['disallowed', 'M4.5 4.5l7 7m0-7l-7 7'],
  ['unknown', 'M5.5 6a2.5 2.5 0 1 1 3.4 2.3c-.6.3-.9.7-.9 1.4m0 2.6v.1'],
  ['error', 'M8 3v6m0 3v.5'],
  ['warning', 'M8 3.5v5.5m0 3v.5'],
  ['info', 'M8 7v5.5m0-9v.5'],
  ['close', 'M4.5 4.5l7 7m0-7l-7 7'],
]);

export function Icon({ name }: { name: string }): JSX.Element {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={paths.get(name) ?? ''}
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

/** A verdict as a word with a symbol. Colour is only an additional cue. */
export function VerdictBadge({ isAllowed }: { isAllowed: boolean }): JSX.Element {
  return (
    <span class={isAllowed ? 'badge badge-allowed' : 'badge badge-disallowed'}>
      <Icon name={isAllowed ? 'allowed' : 'disallowed'} />
      {isAllowed ? 'Allowed' : 'Disallowed'}
    </span>
  );
}

export function CrawlerTitle({ title }: { title: string }): JSX.Element {
  return (
    <bdi class="who" title={title}>
      {title}
    </bdi>
  );
}
