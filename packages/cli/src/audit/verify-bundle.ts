/** `robots audit verify DIR`: recomputes the report of a bundle from the logs. */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AuditReport,
  audit,
  type LogSource,
  readNames,
  readRanges,
  timeline,
  type VersionSource,
} from '@robots-exclusion/audit';
import { readSignatureKeys, verifyWith } from '@robots-exclusion/audit/node';
import { registryWith } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { packageVersion } from '../package-version.ts';
import {
  digestedLog,
  jsonOf,
  MANIFEST,
  type Manifest,
  REPORT,
  readManifest,
  registryFacts,
  SAMPLES,
  SEAL,
  samplesOf,
  sealOf,
  sha256,
} from './bundle.ts';

/**
 * The result of a verification. `faults` describes the differences; it is empty if the report was reproduced exactly.
 */
export interface Verification {
  readonly faults: readonly string[];
  /** Possible explanations of the differences. */
  readonly remarks: readonly string[];
  /** SHA-256 of the manifest, which identifies the bundle. */
  readonly digest: string;
}

/**
 * @param paths - The current paths of the logs, in the order of the bundle. Default: their original paths.
 * @throws {CommandError} If the folder is not a bundle, or a log is missing.
 */
export async function verifyBundle(
  folder: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Verification> {
  const { manifest, digest } = await readManifest(folder);
  const logs = logsOf(manifest, paths);
  await requireFiles(logs, paths);
  const changed = [
    ...(await brokenSeal(folder, digest)),
    ...(await changedFiles(folder, manifest)),
    ...(await changedLogs(manifest, logs, paths)),
  ];
  const remarks = remarksOn(manifest);
  if (changed.length > 0) return { faults: changed, remarks, digest };
  const report = await derived(folder, manifest, logs, signal);
  const faults = [
    ...(await differences(folder, REPORT, jsonOf(report))),
    ...(await differences(folder, SAMPLES, samplesOf(report))),
  ];
  return { faults, remarks, digest };
}

/**
 * Accepts only regular files, because logs are read twice, and a bundle from another party may name an endless device.
 */
async function requireFiles(logs: readonly LogSource[], paths: readonly string[]): Promise<void> {
  for (const [index, { name }] of logs.entries()) {
    const path = paths[index] ?? name;
    const found = await stat(path).catch(() => undefined);
    if (found && !found.isFile()) {
      throw new CommandError(`Cannot read the log ${JSON.stringify(path)}: expected a file`);
    }
  }
}

async function differences(folder: string, name: string, again: string): Promise<string[]> {
  const told = await readFile(join(folder, name), 'utf8');
  return again === told ? [] : [`${name} differs: ${firstDifference(told, again)}`];
}

function logsOf({ logs }: Manifest, paths: readonly string[]): readonly LogSource[] {
  if (paths.length > 0 && paths.length !== logs.length) {
    const names = logs.map(({ name }) => JSON.stringify(name)).join(', ');
    throw new CommandError(`Cannot verify with ${paths.length} logs: expected ${logs.length} (${names})`);
  }
  return logs.map(({ name }, index) => ({ name, open: () => createReadStream(paths[index] ?? name) }));
}

/** Detects only accidental changes, because someone who rewrites the manifest can also rewrite the seal. */
async function brokenSeal(folder: string, digest: string): Promise<string[]> {
  const seal = await readFile(join(folder, SEAL), 'utf8').catch(() => undefined);
  if (seal === undefined) return [`${SEAL} is missing from the bundle`];
  return seal === sealOf(digest) ? [] : [`${MANIFEST} or ${SEAL} was changed: they do not match`];
}

async function changedFiles(folder: string, { files }: Manifest): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(files).map(async ([name, digest]) => {
      const content = await readFile(join(folder, name)).catch(() => undefined);
      if (!content) return [`${name} is missing from the bundle`];
      return sha256(content) === digest
        ? []
        : [`${name} was changed: its SHA-256 differs from the one in the manifest`];
    }),
  );
  const known = new Set([MANIFEST, SEAL, ...Object.keys(files)]);
  const needed = [REPORT, SAMPLES].filter((name) => !known.has(name));
  const strange = (await readdir(folder)).filter((name) => !known.has(name)).sort();
  return [
    ...found.flat(),
    ...needed.map((name) => `${name} is missing from the manifest`),
    ...strange.map((name) => `${JSON.stringify(name)} is not part of the bundle`),
  ];
}

async function changedLogs(
  { logs }: Manifest,
  sources: readonly LogSource[],
  paths: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(
    sources.map(async (source, index) => {
      const expected = logs[index] as Manifest['logs'][number];
      const path = paths[index] ?? source.name;
      const { octets, sha256: digest } = await digestedLog(source).catch((error: Error) => {
        throw new CommandError(
          `Cannot read the log ${JSON.stringify(path)}: ${error.message}; if the log has moved, pass its path after the folder of the bundle`,
        );
      });
      if (digest === expected.sha256 && octets === expected.octets) return [];
      const other = logs.find(({ sha256: own }) => own === digest);
      if (other && other !== expected)
        return [
          `${path} has the contents of ${other.name}, expected ${expected.name}: pass the logs in the same order as to the audit`,
        ];
      return [
        `${path} was changed: ${octets} octets with the SHA-256 ${digest}, expected ${expected.octets} with ${expected.sha256}`,
      ];
    }),
  );
  return found.flat();
}

function remarksOn({ program, registry }: Manifest): string[] {
  const remarks: string[] = [];
  if (program.version !== packageVersion())
    remarks.push(`The bundle was made by version ${program.version}; this is ${packageVersion()}`);
  if (registry.sha256 !== registryFacts().sha256)
    remarks.push(`The bundle was made with a different crawler registry, of ${registry.asOf}`);
  return remarks;
}

async function derived(
  folder: string,
  manifest: Manifest,
  logs: readonly LogSource[],
  signal: AbortSignal,
): Promise<AuditReport> {
  const { graceMs, trustClaims, samples, ...question } = manifest.question;
  const content = async (name: string): Promise<unknown> =>
    name in manifest.files ? JSON.parse(await readFile(join(folder, name), 'utf8')) : undefined;
  const [ranges, rdns, keySets, profiles] = [
    await content('ranges.json'),
    await content('rdns.json'),
    await content('signature-keys.json'),
    await content('registry.json'),
  ];
  const registry = profiles === undefined ? undefined : registryWith(profiles);
  return audit(logs, {
    ...question,
    samples: samples === null ? Number.POSITIVE_INFINITY : samples,
    timeline: timeline(await versionsIn(folder, manifest), { graceMs, registry }),
    evidence: {
      registry,
      trustClaims,
      ranges: ranges === undefined ? undefined : readRanges(ranges),
      namesOf: rdns === undefined ? undefined : readNames(rdns),
      ...(keySets !== undefined && { verifySignature: verifyWith(readSignatureKeys(keySets)) }),
    },
    signal,
  });
}

async function versionsIn(folder: string, { versions }: Manifest): Promise<VersionSource[]> {
  return Promise.all(
    versions.map(async ({ file, from, surelyFrom, ...facts }) => ({
      ...facts,
      body: file === null ? null : await readFile(join(folder, file)),
      from: from ?? Number.NEGATIVE_INFINITY,
      ...(surelyFrom !== undefined && { surelyFrom: surelyFrom ?? Number.NEGATIVE_INFINITY }),
    })),
  );
}

const MOST_SHOWN = 300;

function firstDifference(told: string, again: string): string {
  const [before, now] = [told.split('\n'), again.split('\n')];
  const length = Math.max(before.length, now.length);
  const at = Array.from({ length }).findIndex((_, index) => before[index] !== now[index]);
  const shown = (line: string | undefined): string => line?.trim().slice(0, MOST_SHOWN) || 'nothing';
  return `line ${at + 1} says ${shown(before[at])}, the logs say ${shown(now[at])}`;
}
