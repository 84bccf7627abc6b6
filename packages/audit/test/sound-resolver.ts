/** A DNS resolver that knows only the names that look-ups query to test whether DNS works. */
import type { DnsResolver } from '../src/node/index.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'dns.google': ['8.8.8.8', '8.8.4.4', '2001:4860:4860::8888', '2001:4860:4860::8844'],
  'one.one.one.one': ['1.1.1.1', '1.0.0.1', '2606:4700:4700::1111', '2606:4700:4700::1001'],
  'dns9.quad9.net': ['9.9.9.9', '2620:fe::9'],
};

const none = (): Error => Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });

export const soundResolver: DnsResolver = {
  async reverse(address) {
    const name = Object.keys(NAMES).find((one) => NAMES[one]?.includes(address));
    if (name === undefined) throw none();
    return [name];
  },
  async forward(name, family) {
    const addresses = NAMES[name]?.filter((address) => address.includes(':') === (family === 6)) ?? [];
    if (addresses.length === 0) throw none();
    return [...addresses];
  },
};
