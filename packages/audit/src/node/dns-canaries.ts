/**
 * Checks whether DNS is trustworthy, with queries whose answers are known. A resolver that knows nothing, fails, or
 * answers only some queries would refute every crawler; a resolver that invents answers would confirm any crawler.
 */
import { addressKey } from '../identity/address.ts';
import { nameText } from '../identity/names.ts';
import type { DnsResolver } from './dns-resolver.ts';

/** Addresses and names of public resolvers. Both belong to the service and do not change. */
const CANARIES: readonly (readonly [address: string, name: string])[] = [
  ['8.8.8.8', 'dns.google'],
  ['8.8.4.4', 'dns.google'],
  ['1.1.1.1', 'one.one.one.one'],
  ['1.0.0.1', 'one.one.one.one'],
  ['9.9.9.9', 'dns9.quad9.net'],
  ['2001:4860:4860::8888', 'dns.google'],
  ['2001:4860:4860::8844', 'dns.google'],
  ['2606:4700:4700::1111', 'one.one.one.one'],
];

/** A name that does not exist (RFC 6761 §6.4). */
const NO_NAME = 'robots-exclusion-canary.invalid';

type Within = <Value>(answer: Promise<Value | undefined>) => Promise<Value | undefined>;

/** Whether every query gets the correct answer in time. */
export async function isSound(resolver: DnsResolver, within: Within): Promise<boolean> {
  const answers = await Promise.all([
    ...CANARIES.map(([address, name]) => isAnswered(resolver, address, name, within)),
    isDenied(resolver, within),
  ]);
  return answers.every(Boolean);
}

async function isAnswered(
  resolver: DnsResolver,
  address: string,
  name: string,
  within: Within,
): Promise<boolean> {
  const family = address.includes(':') ? 6 : 4;
  const [names, addresses] = await Promise.all([
    within(answerOf(resolver.reverse(address))),
    within(answerOf(resolver.forward(name, family))),
  ]);
  return Boolean(names?.map(nameText).includes(name) && addresses?.map(addressKey).includes(address));
}

async function isDenied(resolver: DnsResolver, within: Within): Promise<boolean> {
  const denied = resolver.forward(NO_NAME, 4).then(
    (addresses) => addresses.length === 0,
    () => true,
  );
  return (await within(denied)) ?? false;
}

function answerOf(answer: Promise<string[]>): Promise<string[] | undefined> {
  return answer.catch(() => undefined);
}
