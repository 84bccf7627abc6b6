import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AskBar } from '../ask/ask-bar.tsx';
import { Menu } from '../parts/menu.tsx';
import { type Choice, Select } from '../parts/select.tsx';
import { shareLink } from '../parts/share-link.ts';
import { ask } from '../state/ask.ts';
import { keepDraft } from '../state/keep.ts';
import { askNext } from '../state/questions.ts';
import { type ServiceState, session } from '../state/session.ts';
import { openExample } from '../state/start.ts';
import { useStore } from '../state/store.ts';
import { readStored, writeStored } from '../storage.ts';

export function Header(): JSX.Element {
  const [HelpDialog, setHelp] = useState<ComponentType<{ onClose(): void }> | undefined>();
  const view = useStore(session, (state) => state.view);
  return (
    <header class="page-head">
      <h1>
        <img src="./icon.svg" alt="" width="22" height="22" />
        <button
          type="button"
          class="quiet page-name"
          onClick={() => session.set({ view: 'start', askProblem: '' })}
        >
          Robots workbench
        </button>
      </h1>
      {view !== 'start' && <AskBar />}
      <Status />
      <Menu label="Menu">
        <Actions onHelp={() => void import('./help.tsx').then(({ Help }) => setHelp(() => Help))} />
      </Menu>
      {HelpDialog && <HelpDialog onClose={() => setHelp(undefined)} />}
    </header>
  );
}

function Actions({ onHelp }: { onHelp(): void }): JSX.Element {
  const exampleSite = useStore(session, (state) => state.exampleSite);
  const [theme, choose] = useState<Theme>(currentTheme);
  useEffect(() => setTheme(theme), [theme]);
  return (
    <>
      <button type="button" onClick={() => void askNext(showExample)}>
        Example
      </button>
      {exampleSite !== '' && (
        <button type="button" onClick={() => void ask(exampleSite, '')}>
          Example site
        </button>
      )}
      <button type="button" onClick={() => void shareLink()}>
        Copy link
      </button>
      <button type="button" onClick={onHelp}>
        Help…
      </button>
      <Select label="Colours" value={theme} choices={themes} onChoose={(value) => choose(value)} />
    </>
  );
}

const themes: readonly Choice<'system' | 'light' | 'dark'>[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
];
type Theme = (typeof themes)[number]['value'];

function showExample(): void {
  keepDraft('Before the example was opened');
  openExample();
}

const serviceTexts: ReadonlyMap<ServiceState, string> = new Map([
  ['up', 'service ready'],
  ['down', 'service not responding; everything except fetching works'],
  ['none', 'no service: live sites cannot be fetched'],
]);

function Status(): JSX.Element | null {
  const service = useStore(session, (state) => state.service);
  const text = serviceTexts.get(service);
  return text === undefined ? null : (
    <span class={`service service-${service}`} role="status" title={text}>
      {text}
    </span>
  );
}

function currentTheme(): Theme {
  const stored = readStored('theme');
  return themes.find(({ value }) => value === stored)?.value ?? 'system';
}

function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  writeStored('theme', theme);
}
