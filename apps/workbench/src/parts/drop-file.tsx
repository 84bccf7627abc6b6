/**
 * Opens a file dropped anywhere on the page. A list of URLs or a sitemap is recognized by its name; any other file is
 * opened as a robots.txt.
 */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export interface DropFileProps {
  onFile(file: File): void;
}

export function DropFile({ onFile }: DropFileProps): JSX.Element | null {
  const [isOver, setOver] = useState(false);
  useEffect(() => followDrags(setOver, onFile), []);
  if (!isOver) return null;
  return (
    <div class="drop-target" role="status">
      <p>
        <strong>Drop a robots.txt</strong> to open it as the draft, or a sitemap (.xml) or a table (.csv) to
        use its URLs.
      </p>
    </div>
  );
}

/** Handles drops before the editor, which would insert the file's text at the drop position. */
function followDrags(setOver: (isOver: boolean) => void, onFile: (file: File) => void): () => void {
  const handle = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Areas for other kinds of files handle drops themselves.
    if (event.target instanceof Element && event.target.closest('[data-takes-files]')) {
      setOver(false);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    // A drag that leaves one element for another has not left the page.
    setOver(event.type === 'dragover' || (event.type === 'dragleave' && event.relatedTarget !== null));
    const [file] = event.type === 'drop' ? event.dataTransfer.files : [];
    if (file) onFile(file);
  };
  const types = ['dragover', 'dragleave', 'drop'] as const;
  for (const type of types) addEventListener(type, handle, true);
  return () => {
    for (const type of types) removeEventListener(type, handle, true);
  };
}
