/** Where a live site is fetched; says why not where there is no service. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { lookAtService } from '../service/status.ts';
import { openSite, siteUrl, stillShown } from '../state/open-site.ts';
import { type ServiceState, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

export function SiteForm(): JSX.Element | null {
  const service = useStore(session, (state) => state.service);
  const exampleSite = useStore(session, (state) => state.exampleSite);
  const [typed, setTyped] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const text = typed ?? exampleSite;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    await fetchAndOpen(text);
    setBusy(false);
  };
  if (service === 'unknown') return null;
  if (service === 'none') {
    return <span class="note">Works in this page alone. To fetch live sites, run “robots serve”.</span>;
  }
  return (
    <form class="site-form" onSubmit={(event) => void submit(event)}>
      <label class="field grow">
        <span class="sr-only">Site</span>
        <input
          type="text"
          inputMode="url"
          autocomplete="url"
          spellcheck={false}
          placeholder="https://example.com"
          value={text}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={isBusy || service === 'down'}>
        {isBusy ? 'Fetching …' : 'Fetch'}
      </button>
      <Status service={service} />
    </form>
  );
}

function Status({ service }: { service: ServiceState }): JSX.Element {
  return (
    <span class={`service service-${service}`} role="status">
      {service === 'up' ? 'service ready' : 'service does not answer; all but fetching works'}
    </span>
  );
}

async function fetchAndOpen(text: string): Promise<void> {
  const url = siteUrl(text);
  if (url === undefined) {
    const hint = 'Type the address of a site, such as https://example.com';
    return session.set({ notice: { kind: 'error', text: hint } });
  }
  try {
    await openSite(url);
  } catch (error) {
    session.set({
      notice: { kind: 'error', text: `Not fetched: ${(error as Error).message} ${stillShown()}` },
    });
    await lookAtService();
  }
}
