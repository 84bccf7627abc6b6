/** Forward-confirmed reverse DNS: the recorded names of an address. */
import { addressKey, addressOf, addressText } from './address.ts';

/** A name that reverse DNS returned for an address. */
export interface NamedAddress {
  /** The name in lower case, without a final dot. */
  readonly name: string;
  /** Whether the name resolves to the address; `undefined` if the query was not sent or got no response. */
  readonly isConfirmed: boolean | undefined;
}

/** The names of an address; empty if it has none; `undefined` if unknown. */
export type NamesOf = (address: string) => readonly NamedAddress[] | undefined;

/**
 * Suffixes of the default names of rented cloud machines. They identify the owner of the machine, but not who uses it.
 */
const CLOUD_SUFFIXES: readonly string[] = `
  .amazonaws.com .amazonaws.com.cn .googleusercontent.com .cloudapp.net .cloudapp.azure.com .azure.com
  .aliyuncs.com .oraclecloud.com .oraclevcn.com .linodeusercontent.com .members.linode.com
  .vultrusercontent.com .digitalocean.com .your-server.de .hetzner.cloud .ovh.net .ovh.ca .kimsufi.com
  .contaboserver.net .scaleway.com .scw.cloud .poneytelecom.eu .hwclouds-dns.com .sl-reverse.com
  .upcloud.host .secureserver.net .hostwindsdns.com .akamaitechnologies.com .in-addr.arpa .ip6.arpa
`
  .trim()
  .split(/\s+/);

/** OVH names a domain after each block: `ns1.ip-192-0-2.eu`. */
const OVH_BLOCK = /\.ip-\d+-\d+-\d+\.(?:eu|net)$/;

/** Whether a name is under one of the suffixes, each of which begins with a dot, and is not a cloud's default name. */
export function isUnder(name: string, suffixes: readonly string[]): boolean {
  if (OVH_BLOCK.test(name) || CLOUD_SUFFIXES.some((suffix) => name.endsWith(suffix))) return false;
  return suffixes.some((suffix) => name.endsWith(suffix.toLowerCase()) && name.length > suffix.length);
}

/** The name in the form used for comparison. */
export function nameText(name: string): string {
  return name.trim().toLowerCase().replace(/\.$/, '');
}

/**
 * Recorded DNS answers as JSON: an object from addresses to names and from names to addresses. A value is one name or
 * address, a list of names or addresses, `null` for none, or an object with `ptr` and `forward`. `{ "reverse": …,
 * "forward": … }` separates the two directions. The names of an address that is missing from the object are unknown.
 *
 * @throws {TypeError} If the value has another shape.
 * @example
 * ```ts
 * const namesOf = readNames({ '192.0.2.1': 'a.bot.example', 'a.bot.example': '192.0.2.1', '192.0.2.2': null });
 * namesOf('192.0.2.1')?.[0]?.isConfirmed; // true
 * namesOf('192.0.2.2'); // []
 * namesOf('192.0.2.3'); // undefined
 * ```
 */
export function readNames(value: unknown): NamesOf {
  const names = new Map<string, string[]>();
  const addresses = new Map<string, string[]>();
  for (const [key, answer] of recordsOf(value)) {
    const address = addressOf(key);
    if (address === undefined) add(addresses, nameText(key), texts(answer, key).map(addressKey));
    else {
      const { ptr, forward } = partsOf(answer, key);
      const found = ptr.map(nameText);
      add(names, addressText(address), found);
      if (forward) for (const name of found) add(addresses, name, forward(name).map(addressKey));
    }
  }
  return (address) => {
    const asked = addressKey(address);
    return names.get(asked)?.map((name) => ({ name, isConfirmed: addresses.get(name)?.includes(asked) }));
  };
}

function add(map: Map<string, string[]>, key: string, values: readonly string[]): void {
  map.set(key, [...(map.get(key) ?? []), ...values]);
}

const REVERSE = ['reverse', 'ptr', 'PTR'];
const FORWARD = ['forward', 'addresses', 'a', 'A', 'aaaa', 'AAAA'];

function* recordsOf(value: unknown): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      const key = member(item, ['ip', 'address', 'query']);
      if (typeof key !== 'string')
        throw new TypeError(`Cannot read DNS answers: ${JSON.stringify(item)} has no "ip"`);
      yield [key, item];
    }
    return;
  }
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(
      'Cannot read DNS answers: expected an object that maps addresses to names and names to addresses',
    );
  }
  for (const [key, answer] of Object.entries(value)) {
    const isSection = [...REVERSE, ...FORWARD].includes(key) && typeof answer === 'object' && answer !== null;
    if (isSection) yield* Object.entries(answer as object);
    else yield [key, answer];
  }
}

/** Splits the record of an address into its names and, if the record contains them, the addresses of each name. */
function partsOf(
  answer: unknown,
  key: string,
): { ptr: string[]; forward: ((name: string) => string[]) | undefined } {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { ptr: texts(answer, key), forward: undefined };
  }
  const ptr = texts(member(answer, [...REVERSE, 'name', 'names', 'hostname', 'host']) ?? null, key);
  const given = FORWARD.map((name) => member(answer, [name])).filter((one) => one !== undefined);
  if (given.length === 0) return { ptr, forward: undefined };
  return { ptr, forward: (name) => given.flatMap((one) => forwardOf(one, name, key)) };
}

/**
 * A list of addresses applies to every name; an object has one entry per name. `true` and `false` state whether the
 * name was confirmed.
 */
function forwardOf(given: unknown, name: string, key: string): string[] {
  if (given === true) return [key];
  if (given === false) return [];
  const isByName = typeof given === 'object' && given !== null && !Array.isArray(given);
  return texts(isByName ? (member(given, [name, `${name}.`]) ?? null) : given, key);
}

function member(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of names) if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name];
  return undefined;
}

function texts(value: unknown, key: string): string[] {
  if (value === null) return [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((item) => {
    if (typeof item === 'string') return item;
    throw new TypeError(
      `Cannot read the DNS answer for ${JSON.stringify(key)}: ${JSON.stringify(item)} is neither a name nor an address`,
    );
  });
}
