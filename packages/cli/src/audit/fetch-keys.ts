/** Fetches the directories with the keys that crawlers sign with. */
import { DIRECTORY_PATH, readSignatureKeys } from '@robots-exclusion/audit/node';
import type { AgentProfile } from 'robots-exclusion/agents';
import { warn } from '../output/stdout.ts';

/** Key directories by origin. A directory that cannot be fetched or read neither proves nor refutes an identity. */
export async function fetchKeys(
  profiles: readonly AgentProfile[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const { fetchFile } = await import('../network/fetch-file.ts');
  const options = { preset: 'rfc9309', store: 'memory', timeout: 10_000, hasProgress: true } as const;
  const signers = profiles.flatMap(({ verification }) =>
    verification.flatMap((way) => (way.kind === 'signature' ? [new URL(way.signatureAgent).origin] : [])),
  );
  const found = await Promise.all(
    [...new Set(signers)].map(async (origin): Promise<readonly [string, unknown][]> => {
      const url = `${origin}${DIRECTORY_PATH}`;
      try {
        const { body } = await fetchFile(url, options, signal);
        if (body === undefined) throw new Error(`${url} cannot be fetched`);
        const directory: unknown = JSON.parse(new TextDecoder().decode(body));
        readSignatureKeys({ [origin]: directory });
        return [[origin, directory]];
      } catch (error) {
        signal.throwIfAborted();
        warn(`no keys from ${origin}: ${(error as Error).message}`);
        return [];
      }
    }),
  );
  return Object.fromEntries(found.flat());
}
