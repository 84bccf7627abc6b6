/** Fetches the key sets that crawlers sign with. */
import { keySetUrl } from '@robots-exclusion/audit';
import { readSignatureKeys } from '@robots-exclusion/audit/node';
import type { AddressPolicy } from '@robots-exclusion/client';
import type { AgentProfile } from 'robots-exclusion/agents';
import { warn } from '../output/stdout.ts';

/** Key sets by URL, in the format of `--signature-keys`. */
export type KeySets = Readonly<Record<string, unknown>>;

/** The key sets that the registry names for these crawlers. */
export async function fetchKeys(profiles: readonly AgentProfile[], signal: AbortSignal): Promise<KeySets> {
  const urls = profiles.flatMap(({ verification }) =>
    verification.flatMap((way) => (way.kind === 'signature' ? (keySetUrl(way.signatureAgent) ?? []) : [])),
  );
  return fetchKeySets(urls, signal);
}

/** A key set is small: a thousand keys of RSA have about 500 kB. */
const MOST_BYTES = 1_000_000;

/**
 * The key sets at URLs. One that cannot be fetched or read proves and refutes nothing: it is left out, with a warning.
 * Only the status 200 counts, and redirects are not followed (draft-ietf-webbotauth-httpsig-protocol-01).
 *
 * @param addressPolicy - Which addresses may be asked. Default: any.
 */
export async function fetchKeySets(
  urls: readonly string[],
  signal: AbortSignal,
  addressPolicy?: AddressPolicy,
): Promise<KeySets> {
  const { fetchFile, whyNotFetched } = await import('../network/fetch-file.ts');
  const options = { preset: 'rfc9309', store: 'memory', timeout: 10_000, hasProgress: true } as const;
  const bounds = { maxRedirects: 0, maxBytes: MOST_BYTES, ...(addressPolicy && { addressPolicy }) };
  const found = await Promise.all(
    [...new Set(urls)].map(async (url): Promise<readonly [string, unknown][]> => {
      try {
        const record = await fetchFile(url, { ...options, ...bounds }, signal);
        const { body, isTruncated, evidence } = record;
        if (body === undefined) throw new Error(whyNotFetched(record));
        if (evidence?.status !== 200) throw new Error(`its status is ${evidence?.status}, not 200`);
        if (isTruncated) throw new Error(`it has more than ${MOST_BYTES} bytes`);
        const set: unknown = JSON.parse(new TextDecoder().decode(body));
        readSignatureKeys({ [url]: set });
        return [[url, set]];
      } catch (error) {
        signal.throwIfAborted();
        warn(`no keys from ${url}: ${(error as Error).message}`);
        return [];
      }
    }),
  );
  return Object.fromEntries(found.flat());
}
