/** One message of the page to its reader. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icons.tsx';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** Confirmations disappear by themselves; a warning stays until it is dismissed. */
const INFO_MS = 15_000;

export function NoticeLine(): JSX.Element {
  const notice = useStore(session, (state) => state.notice);
  useEffect(() => {
    if (notice?.kind !== 'info') return;
    const timer = setTimeout(() => session.set({ notice: undefined }), INFO_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class="notices" role="status">
      {notice && (
        <p class={`notice notice-${notice.kind}`}>
          <Icon name={notice.kind} />
          <span>{notice.text}</span>
          <button
            type="button"
            class="quiet icon-button"
            aria-label="Dismiss"
            onClick={() => session.set({ notice: undefined })}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
