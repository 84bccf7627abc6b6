/** The bar above the editor: the name of the draft, and actions on the whole draft. */
import type { JSX } from 'preact';
import { DEFAULT_MAX_SIZE } from 'robots-exclusion';
import { engine } from '../engine/engine.ts';
import type { DraftFacts } from '../engine/protocol.ts';
import { copyDraft, saveDraft } from '../parts/copy-text.ts';
import { openFile } from '../state/open-file.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

export function DraftBar(): JSX.Element {
  const facts = useStore(session, (state) => state.facts);
  const robotsUrl = useStore(session, (state) => state.robotsUrl);
  return (
    <header class="pane-head">
      <h2>robots.txt</h2>
      <span
        class={facts?.isTruncated ? 'problem' : 'note'}
        title={robotsUrl}
        role="status"
        aria-busy={facts === undefined}
      >
        {factsText(facts)}
      </span>
      <span class="end">
        <label class="button">
          Open…
          <input
            type="file"
            class="sr-only"
            accept=".txt,text/plain"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void openFile(file);
              currentTarget.value = '';
            }}
          />
        </label>
        <button
          type="button"
          title="Rewrite all records in one style without changing any verdict"
          onClick={() => void formatDraft()}
        >
          Format
        </button>
        <button
          type="button"
          title="Copy the whole file, for example into the field of a shop or a blog"
          onClick={copyDraft}
        >
          Copy
        </button>
        <button type="button" title="Download this file as robots.txt" onClick={saveDraft}>
          Download
        </button>
      </span>
    </header>
  );
}

function factsText(facts: DraftFacts | undefined): string {
  if (!facts) return 'reading …';
  if (facts.isTruncated) return `Only the first ${DEFAULT_MAX_SIZE} is read`;
  return `${facts.rules} ${facts.rules === 1 ? 'rule' : 'rules'} · ${sizeText(facts.octets)}`;
}

function sizeText(octets: number): string {
  return octets < 1024 ? `${octets} B` : `${(octets / 1024).toFixed(1)} KiB`;
}

async function formatDraft(): Promise<void> {
  const { draft } = session.get();
  try {
    const formatted = await engine.detail.run('format', { draft });
    if (formatted === draft) {
      session.set({ notice: { kind: 'info', text: 'The draft is already formatted' } });
    } else if (session.get().draft === draft) session.set({ draft: formatted });
  } catch (error) {
    session.set({ notice: { kind: 'error', text: `Could not format: ${(error as Error).message}` } });
  }
}
