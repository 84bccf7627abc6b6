/** The head of the page. */
import type { JSX } from 'preact';
import { openExample } from '../state/start.ts';

export function Header(): JSX.Element {
  return (
    <header class="page-head">
      <h1>
        <img src="./icon.svg" alt="" width="22" height="22" />
        Robots workbench
      </h1>
      <span class="end">
        <button type="button" onClick={openExample}>
          Example
        </button>
      </span>
    </header>
  );
}
