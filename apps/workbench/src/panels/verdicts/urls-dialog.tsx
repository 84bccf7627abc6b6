/** The list of URLs: pasted, from a file, or from the rules. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { originOf } from '../../engine/origin.ts';
import { countOf } from '../../engine/words.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { session } from '../../state/session.ts';
import { takeUrlText, textOfUrlFile } from '../../state/take-urls.ts';

export function UrlsDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const { urls, urlOrder } = session.get();
  const inOrder = urlOrder?.urls === urls ? urlOrder.order.map((row) => urls[row] as string) : urls;
  const [listed] = useState(() => shownList(inOrder));
  const [text, setText] = useState(listed ?? '');
  const [message, setMessage] = useState(
    listed === undefined
      ? `The list of ${urls.length.toLocaleString('en')} URLs is too long to edit here. URLs that you enter replace it.`
      : '',
  );
  const takeAll = async (all: string): Promise<void> => {
    await takeUrlText(all, (read) => setMessage(`Reading: ${read.toLocaleString('en')} lines so far …`));
    onClose();
  };
  const put = (all: string): void => {
    setMessage('');
    if (all.length <= MAX_SHOWN) setText(all);
    else takeAll(all).catch(fail);
  };
  const suggest = async (): Promise<void> => {
    const { draft, robotsUrl } = session.get();
    const question = { draft, origin: originOf(robotsUrl) };
    const { urls, omitted } = await engine.detail.run('urlsFromRules', question);
    setText(urls.join('\n'));
    const without = omitted > 0 ? `; ${countOf(omitted, 'more pattern')} not used` : '';
    setMessage(`${countOf(urls.length, 'URL')} generated from the patterns in the draft${without}`);
  };
  const staysAsItIs = listed === undefined && text === '';
  const fail = (error: unknown): void => setMessage(error instanceof Error ? error.message : String(error));
  return (
    <Dialog title="URLs" onClose={onClose}>
      <p>
        Enter one URL or path per line, a whole sitemap, or a table with a column of clicks or hits. The data
        stays in this browser.
      </p>
      <UrlField text={text} onText={put} />
      <p role="status">{message}</p>
      <footer>
        <FileButton onFile={(file) => void textOfUrlFile(file).then(put, fail)} />
        <button type="button" onClick={() => void suggest().catch(fail)}>
          From the rules
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => (staysAsItIs ? onClose() : void takeAll(text).catch(fail))}
        >
          Use these URLs
        </button>
      </footer>
    </Dialog>
  );
}

function UrlField({ text, onText }: { text: string; onText(text: string): void }): JSX.Element {
  return (
    <textarea
      aria-label="URLs, one per line, or a sitemap"
      rows={14}
      spellcheck={false}
      value={text}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      onPaste={(event) => {
        const pasted = largeText(event);
        if (pasted !== undefined) onText(pasted);
      }}
    />
  );
}

function FileButton({ onFile }: { onFile(file: File): void }): JSX.Element {
  return (
    <label class="button">
      Open a file…
      <input
        type="file"
        class="sr-only"
        accept=".txt,.csv,.xml,.tsv,text/plain,text/xml"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

/**
 * Limit on the code units of a list that is shown for editing. A longer list is used without being shown, because a
 * text field of that size would freeze the page.
 */
const MAX_SHOWN = 300_000;

/** The list as text; undefined if it is too long. */
function shownList(urls: readonly string[]): string | undefined {
  const length = urls.reduce((sum, url) => sum + url.length + 1, 0);
  return length > MAX_SHOWN ? undefined : urls.join('\n');
}

/**
 * Minimum length of a large paste. Browsers insert pasted text like typed text, and take seconds for this many
 * characters.
 */
const LARGE_PASTE = 20_000;

/** The field's value after a large paste; undefined if the text is small enough for the browser's own paste. */
function largeText(
  event: ClipboardEvent & { readonly currentTarget: HTMLTextAreaElement },
): string | undefined {
  const pasted = event.clipboardData?.getData('text/plain') ?? '';
  if (pasted.length < LARGE_PASTE) return undefined;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  return value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
}
