/** Makes private keys, and changes the key set that is published. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { publishedKey } from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { jsonFile } from '../input/json-file.ts';
import { counted } from '../output/counted.ts';
import { replaceFile } from '../output/write-file.ts';
import { writeReason } from '../output/write-reason.ts';

export interface KeyChange {
  readonly makeKey?: string;
  readonly keySet?: string;
  readonly dropKey?: string;
}

interface KeySet {
  readonly keys: readonly { readonly kid?: unknown }[];
}

/**
 * Changes keys, and says what was done.
 *
 * @throws {CommandError} If nothing is asked for, the file of the key exists, or the key set cannot be read.
 */
export async function changeKeys({ makeKey, keySet, dropKey }: KeyChange): Promise<string[]> {
  if (makeKey === undefined && dropKey === undefined)
    throw new CommandError('Cannot sign: expected a URL, --make-key FILE, or --drop-key THUMBPRINT');
  if (dropKey !== undefined && keySet === undefined)
    throw new CommandError('Cannot drop a key: expected --key-set FILE beside --drop-key');
  const before: KeySet = keySet !== undefined && existsSync(keySet) ? await readKeySet(keySet) : { keys: [] };
  const kept = before.keys.filter(({ kid }) => kid !== dropKey || dropKey === undefined);
  if (dropKey !== undefined && kept.length === before.keys.length)
    throw new CommandError(`Cannot drop the key ${JSON.stringify(dropKey)}: it is not in ${keySet}`);
  const made = makeKey === undefined ? undefined : await writeNewKey(makeKey);
  if (keySet !== undefined)
    await replaceFile(keySet, Buffer.from(jsonText({ ...before, keys: [...kept, ...(made ? [made] : [])] })));
  return [
    ...(made ? [`${makeKey}: new private key, to be kept secret; its thumbprint is ${made.kid}`] : []),
    ...(keySet === undefined
      ? []
      : [`${keySet}: ${counted(kept.length + (made ? 1 : 0), 'public key')}; serve it over https`]),
  ];
}

async function writeNewKey(file: string) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = privateKey.export({ format: 'jwk' });
  const published = publishedKey(jwk);
  try {
    await writeFile(file, jsonText({ ...jwk, kid: published.kid }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'it exists; a key is never overwritten' : (writeReason(code) ?? message);
    throw new CommandError(`Cannot write ${JSON.stringify(file)}: ${why}`);
  }
  return published;
}

async function readKeySet(file: string): Promise<KeySet> {
  const set = await jsonFile(file);
  if (Array.isArray((set as KeySet | null)?.keys)) return set as KeySet;
  throw new CommandError(
    `Cannot read ${JSON.stringify(file)}: expected a key set, { "keys": [ … ] }`,
    ExitCode.badInput,
  );
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
