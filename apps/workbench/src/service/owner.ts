/**
 * Recognizes the user who started the service. The service prints an address with a key. With the key, the page may ask
 * the service to fetch from sites on the service's machine.
 */
import { readTabStored, writeTabStored } from '../storage.ts';
import { NO_RESPONSE } from './no-response.ts';
import { problemText } from './problem-text.ts';

const KEY = /^#owner=([\w-]{1,64})$/;

/** Stores the key for this tab, and removes it from the address, which people copy. */
export function takeOwnerKey(): void {
  const key = KEY.exec(location.hash)?.[1];
  if (key === undefined) return;
  writeTabStored('owner', key);
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Whether this page was opened with a key. */
export function hasOwnerKey(): boolean {
  return ownerKey() !== undefined;
}

/**
 * Allows the service to fetch from an origin on the service's machine, until the service exits.
 *
 * @throws {Error} With a message for the user.
 */
export async function openOrigin(origin: string): Promise<void> {
  const response = await fetch('/v1/open-origin', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-owner-key': ownerKey() ?? '' },
    body: JSON.stringify({ origin }),
  }).catch(() => undefined);
  if (response === undefined) throw new Error(NO_RESPONSE);
  if (!response.ok) throw new Error(await problemText(response));
}

function ownerKey(): string | undefined {
  const key = readTabStored('owner');
  return typeof key === 'string' ? key : undefined;
}
