/** One message of the page to its reader. */
import type { JSX } from 'preact';
import { Icon } from '../parts/icons.tsx';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

export function NoticeLine(): JSX.Element {
  const notice = useStore(session, (state) => state.notice);
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
