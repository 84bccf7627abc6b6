/** The page's features on one screen, with a link to the documentation. */
import type { JSX } from 'preact';
import { areaTitles, panels } from '../panels/index.ts';
import { Dialog } from '../parts/dialog.tsx';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

export function Help({ onClose }: { onClose(): void }): JSX.Element {
  const isUp = useStore(session, (state) => state.service === 'up');
  const documentation = document.querySelector<HTMLMetaElement>('meta[name=documentation]')?.content ?? '';
  return (
    <Dialog title="Help" onClose={onClose}>
      <div class="help">
        <p>
          Type a URL or a path, name a crawler, and press Enter. For a path, the page answers from its draft.
          For a URL on another site, the service fetches that site’s robots.txt. Nothing else that you type
          leaves the page.
        </p>
        {[...areaTitles].map(([area, title]) => (
          <section key={area}>
            <h3>{title}</h3>
            <dl>
              {panels
                .filter((panel) => panel.area === area)
                .map((panel) => (
                  <div key={panel.name}>
                    <dt>
                      <button
                        type="button"
                        class="quiet"
                        onClick={() => {
                          session.set({ panel: panel.name });
                          onClose();
                        }}
                      >
                        {panel.title}
                      </button>
                    </dt>
                    <dd>{panel.about}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>Keys</h3>
          <p>
            In the list of verdicts, move with the arrow keys, Page Up, Page Down, Home and End. In the
            editor, Ctrl+Space completes, F8 goes to the next finding, Ctrl+F searches, and Alt+Enter lists
            the URLs that the current line decides.
          </p>
        </section>
        <p>
          {documentation !== '' && <a href={documentation}>Documentation</a>}{' '}
          {isUp && <a href="./docs">Service API</a>}{' '}
          <a href="https://www.rfc-editor.org/rfc/rfc9309" target="_blank" rel="noreferrer noopener">
            RFC 9309
          </a>
        </p>
      </div>
    </Dialog>
  );
}
