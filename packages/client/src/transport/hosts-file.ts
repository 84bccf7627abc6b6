/** The system's hosts file, which takes precedence over DNS, and the names that DNS does not resolve. */
import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** Addresses by name. */
export type Hosts = ReadonlyMap<string, readonly LookupAddress[]>;

const path =
  process.platform === 'win32'
    ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

/** How long the contents are used before the file is checked again. */
const keptMs = 5000;

let held: { hosts: Hosts; changedAt: number; lookedAt: number } | undefined;

/** The contents of the hosts file; empty if the file does not exist. */
export function hostsFile(): Hosts {
  const now = performance.now();
  if (held !== undefined && now - held.lookedAt < keptMs) return held.hosts;
  try {
    const changedAt = statSync(path).mtimeMs;
    const hosts = held?.changedAt === changedAt ? held.hosts : readHosts(readFileSync(path, 'utf8'));
    held = { hosts, changedAt, lookedAt: now };
  } catch {
    held = { hosts: new Map(), changedAt: Number.NaN, lookedAt: now };
  }
  return held.hosts;
}

/**
 * Parses the format of hosts(5): an address, then its names; `#` begins a comment. A name may occur in several lines.
 */
export function readHosts(text: string): Hosts {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const known = hosts.get(name) ?? [];
      if (!known.some((each) => each.address === address)) known.push({ address, family });
      hosts.set(name, known);
    }
  }
  return hosts;
}

/**
 * Whether a name is never sent to DNS servers: names under `localhost` (RFC 6761 §6.3) and `local` (RFC 6762 §3), and
 * names without a dot.
 */
export function isOfSystem(name: string): boolean {
  return !name.includes('.') || /\.(?:localhost|local)\.?$/.test(name);
}
