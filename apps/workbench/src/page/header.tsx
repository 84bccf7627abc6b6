/** The head of the page. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keepDraft, shareableLink } from '../state/keep.ts';
import { session } from '../state/session.ts';
import { openExample } from '../state/start.ts';
import { currentTheme, setTheme, type Theme, themes } from '../state/theme.ts';
import { SiteForm } from './site-form.tsx';

export function Header(): JSX.Element {
  const [theme, choose] = useState<Theme>(currentTheme);
  useEffect(() => setTheme(theme), [theme]);
  return (
    <header class="page-head">
      <h1>
        <img src="./icon.svg" alt="" width="22" height="22" />
        Robots workbench
      </h1>
      <SiteForm />
      <span class="end">
        <button
          type="button"
          onClick={() => {
            keepDraft('Before the example was opened');
            openExample();
          }}
        >
          Example
        </button>
        <button type="button" onClick={() => void copyLink()}>
          Copy link
        </button>
        <label class="field">
          <span class="sr-only">Colours</span>
          <select value={theme} onChange={({ currentTarget }) => choose(currentTarget.value as Theme)}>
            {themes.map((name) => (
              <option key={name} value={name}>
                {name === 'system' ? 'System colours' : name === 'light' ? 'Light' : 'Dark'}
              </option>
            ))}
          </select>
        </label>
      </span>
    </header>
  );
}

/** Longer ones are refused by browsers or cut by mail programs. */
const MAX_LINK_LENGTH = 200_000;

async function copyLink(): Promise<void> {
  const link = await shareableLink();
  if (link.length > MAX_LINK_LENGTH) {
    session.set({
      notice: { kind: 'error', text: 'Too large for a link: save the draft as a file instead' },
    });
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    const remark = link.length > 8000 ? ' It is long: not every program will take it.' : '';
    session.set({
      notice: { kind: 'info', text: `Copied. Draft, URLs and view are in the link itself.${remark}` },
    });
  } catch {
    history.replaceState(null, '', link);
    session.set({ notice: { kind: 'info', text: 'The link is in the address bar.' } });
  }
}
