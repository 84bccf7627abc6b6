/** After the new lines are written: how the file gets to the site. */
import type { JSX } from 'preact';
import { copyDraft, saveDraft } from '../../parts/draft-file.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import places from './where-to-put.json';

export interface WrittenProps {
  onUndo(): void;
}

export function Written({ onUndo }: WrittenProps): JSX.Element {
  const robotsUrl = useStore(session, (state) => state.robotsUrl);
  return (
    <div class="written">
      <p role="status">
        Written into the draft. Nothing changes on your site until you put the file there.{' '}
        <button type="button" onClick={onUndo}>
          Undo
        </button>
      </p>
      <p class="start-tasks">
        <button type="button" class="primary" onClick={saveDraft}>
          Download robots.txt
        </button>
        <button type="button" onClick={copyDraft}>
          Copy the file
        </button>
        <button type="button" class="quiet" onClick={() => session.set({ panel: 'verdicts' })}>
          See all verdicts
        </button>
      </p>
      <details>
        <summary>Where to put it</summary>
        <p>
          The file must be at{' '}
          <code>{robotsUrl === '' ? 'https://your-site.example/robots.txt' : robotsUrl}</code>. Fetch the site
          here again afterwards to check.
        </p>
        <dl>
          {places.map(({ name, text, source }) => (
            <div key={name}>
              <dt>
                <a href={source} rel="noreferrer noopener" target="_blank">
                  {name}
                </a>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
