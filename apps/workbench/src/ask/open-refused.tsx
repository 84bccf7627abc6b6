/**
 * Explains how to allow an origin that the service refuses. Only the user who started the service can allow it, and
 * only on the service's own machine.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { hasOwnerKey, openOrigin } from '../service/owner.ts';
import { openSite } from '../state/open-site.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

export function OpenRefused(): JSX.Element | null {
  const site = useStore(session, (state) => state.site);
  const opensOrigins = useStore(session, (state) => state.opensOrigins);
  const [problem, setProblem] = useState('');
  const origin = site?.refusedOrigin;
  if (!opensOrigins || site === undefined || origin === undefined || !isOfThisMachine(origin)) return null;
  if (!hasOwnerKey()) {
    return (
      <p class="note">
        To allow this origin on this page, open the page at the address that the service printed when it
        started.
      </p>
    );
  }
  const open = async (): Promise<void> => {
    try {
      await openOrigin(origin);
      await openSite(site.url, 'reload');
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <p>
        <button type="button" onClick={() => void open()}>
          Allow fetching from {origin} until the service stops
        </button>
      </p>
      <p class="problem" role="status">
        {problem}
      </p>
    </>
  );
}

function isOfThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.[0-9.]+$/.test(hostname);
}
