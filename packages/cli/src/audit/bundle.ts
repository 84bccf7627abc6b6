/**
 * `--evidence DIR` stores everything that an audit depends on, with digests in place of the logs. Given the logs,
 * `robots audit verify DIR` derives the report again.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AuditReport,
  type LogSource,
  type NamedFields,
  type Ranges,
  rangesJson,
  type VersionSource,
} from '@robots-exclusion/audit';
import { agents } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { packageVersion } from '../package-version.ts';

export interface BundledQuestion {
  format?: string | undefined;
  named?: NamedFields | undefined;
  ownProxies?: readonly string[] | undefined;
  clientAddress?: string | undefined;
  host?: string | undefined;
  since?: number | undefined;
  graceMs?: number | undefined;
  /** `null` means all. */
  samples?: number | null | undefined;
  trustClaims?: boolean | undefined;
  pricePerGigabyte?: number | undefined;
  /** Epoch milliseconds. */
  now: number;
}

export interface Bundled {
  readonly report: AuditReport;
  readonly question: BundledQuestion;
  readonly versions: readonly VersionSource[];
  readonly ranges: Ranges | undefined;
  /** DNS answers in the format of `--rdns`. */
  readonly rdns: unknown;
  readonly keySets: unknown;
  /** Profiles in the format of `--registry`. */
  readonly profiles: unknown;
  readonly logs: readonly LogSource[];
}

export interface BundledLog {
  readonly name: string;
  readonly octets: number;
  readonly sha256: string;
}

/**
 * A version of a robots.txt: its file, and the times from which it was served. A time of `null` means that the version
 * was always served.
 */
export interface BundledVersion {
  readonly file: string | null;
  readonly name?: string | undefined;
  readonly host?: string | undefined;
  readonly from: number | null;
  readonly surelyFrom?: number | null | undefined;
  readonly isUnknown?: boolean | undefined;
}

export interface Manifest {
  readonly program: { readonly name: string; readonly version: string };
  /** Digest of the built-in registry of crawlers, and the date of its most recent profile. */
  readonly registry: { readonly sha256: string; readonly asOf: string };
  readonly command: readonly string[];
  readonly question: BundledQuestion;
  readonly versions: readonly BundledVersion[];
  readonly logs: readonly BundledLog[];
  /** SHA-256 of each of the other files in the bundle. */
  readonly files: Readonly<Record<string, string>>;
}

export const MANIFEST = 'manifest.json';
export const REPORT = 'report.json';
export const SAMPLES = 'samples.ndjson';
/** The file with the digest of the manifest, in the format of `sha256sum -c`. */
export const SEAL = 'manifest.sha256';

/**
 * @returns The SHA-256 of the manifest. The manifest contains the digests of all other files, so this digest
 * proves that nothing was changed.
 * @throws {CommandError} If the folder is not empty, or cannot be written.
 */
export async function writeBundle(folder: string, bundled: Bundled): Promise<string> {
  const { report, question, versions, ranges, rdns, keySets, profiles, logs } = bundled;
  await makeEmpty(folder);
  const files: Record<string, string> = {};
  const write = async (name: string, content: Uint8Array | string): Promise<void> => {
    await writeFile(join(folder, name), content);
    files[name] = sha256(content);
  };
  await write(REPORT, jsonOf(report));
  await write(SAMPLES, samplesOf(report));
  if (ranges) await write('ranges.json', jsonOf(rangesJson(ranges)));
  if (rdns !== undefined) await write('rdns.json', jsonOf(rdns));
  if (keySets !== undefined) await write('signature-keys.json', jsonOf(keySets));
  if (profiles !== undefined) await write('registry.json', jsonOf(profiles));
  const kept: BundledVersion[] = [];
  for (const [index, version] of versions.entries()) kept.push(await keptVersion(version, index, write));
  const manifest: Manifest = {
    program: { name: '@robots-exclusion/cli', version: packageVersion() },
    registry: registryFacts(),
    command: process.argv.slice(2),
    question,
    versions: kept,
    logs: await Promise.all(logs.map(digestedLog)),
    files,
  };
  const text = jsonOf(manifest);
  await writeFile(join(folder, MANIFEST), text);
  await writeFile(join(folder, SEAL), sealOf(sha256(text)));
  return sha256(text);
}

/** The content of {@link SEAL}. */
export function sealOf(digest: string): string {
  return `${digest}  ${MANIFEST}\n`;
}

async function makeEmpty(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    throw new CommandError(`Cannot write evidence to ${JSON.stringify(folder)}: ${(error as Error).message}`);
  }
  throw new CommandError(`Cannot write evidence to ${JSON.stringify(folder)}: expected an empty folder`);
}

async function keptVersion(
  { body, name, host, from, surelyFrom, isUnknown }: VersionSource,
  index: number,
  write: (name: string, content: Uint8Array | string) => Promise<void>,
): Promise<BundledVersion> {
  const file = body === null ? null : `version-${index + 1}.txt`;
  if (file !== null) await write(file, body as Uint8Array | string);
  return {
    file,
    name,
    host,
    from: instant(from),
    isUnknown,
    ...(surelyFrom !== undefined && { surelyFrom: instant(surelyFrom) }),
  };
}

function instant(from: number | string | Date): number | null {
  const time = new Date(from).getTime();
  return Number.isNaN(time) ? null : time;
}

export function samplesOf({ rules }: AuditReport): string {
  return rules
    .flatMap(({ samples, classes: _, ...rule }) =>
      samples.map((sample) => `${JSON.stringify({ rule, ...sample })}\n`),
    )
    .join('');
}

/** The digest of a log as stored, compressed or not. */
export async function digestedLog({ name, open }: LogSource): Promise<BundledLog> {
  const hash = createHash('sha256');
  let octets = 0;
  for await (const chunk of open() as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    octets += chunk.length;
  }
  return { name, octets, sha256: hash.digest('hex') };
}

export function registryFacts(): Manifest['registry'] {
  const days = agents.map(({ asOf }) => asOf).sort();
  return { sha256: sha256(JSON.stringify(agents)), asOf: days.at(-1) ?? '' };
}

export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

export function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/**
 * The manifest in a folder, and its SHA-256.
 *
 * @throws {CommandError} If the folder does not contain a bundle.
 */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; digest: string }> {
  try {
    const text = await readFile(join(folder, MANIFEST), 'utf8');
    return { manifest: manifestIn(JSON.parse(text)), digest: sha256(text) };
  } catch (error) {
    throw new CommandError(
      `Cannot read the evidence in ${JSON.stringify(folder)}: ${(error as Error).message.split('\n', 1)[0]}`,
    );
  }
}

/** Validates a manifest, which may come from another party. A manifest may name only files in its own folder. */
function manifestIn(value: unknown): Manifest {
  const manifest = (isObject(value) ? value : {}) as Partial<Manifest>;
  const { program, registry, question, versions, logs, files } = manifest;
  const names = [
    ...Object.keys(isObject(files) ? files : {}),
    ...(Array.isArray(versions) ? versions : []).flatMap((version) => version?.file ?? []),
  ];
  const isOne =
    [program, registry, question, files].every(isObject) &&
    Array.isArray(versions) &&
    versions.every(isObject) &&
    Array.isArray(logs) &&
    logs.every((log: Partial<BundledLog> | null) => typeof log?.name === 'string') &&
    names.every((name) => typeof name === 'string' && /^[\w-]+\.(?:json|ndjson|txt)$/.test(name));
  if (isOne) return manifest as Manifest;
  throw new TypeError(`${MANIFEST} is not a manifest written by robots audit --evidence`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
