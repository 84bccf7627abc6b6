/** Keys are text, and different texts are always different keys. */
import assert from 'node:assert/strict';
import { collect, longTtlMs, octetsOf, textOf } from './octets.ts';
import type { StoreCase } from './store-case.ts';

const ttlMs = longTtlMs;

/**
 * The length, in octets, of the longest key that every store must support. It leaves a margin beyond an origin with a
 * host of 253 octets.
 */
const longestKeyBytes = 1024;

const strangeKeys = [
  'http://[2001:db8::1]:8080',
  'https://xn--bcher-kva.example',
  'https://EXAMPLE.com',
  'https://example.com.',
  'https://a*b?c[d]e\\f',
  'https://{a}b}',
  'https://example.com#lock',
  'https://example.com#next:FooBot',
  'https://exämple.com/\u{1f916}',
  'gemini://example.com:1966',
  '__proto__',
  'constructor',
];

export const keyCases: readonly StoreCase[] = [
  {
    id: 'key-strange',
    title: 'keys that differ in anything hold different values',
    async run({ store }) {
      for (const key of strangeKeys) await store.set(key, octetsOf(`of ${key}`), { ttlMs });
      for (const key of strangeKeys) assert.equal(textOf(await store.get(key)), `of ${key}`);
      await store.delete('https://{a}b}');
      assert.equal(await store.get('https://{a}b}'), undefined);
    },
  },
  {
    id: 'key-long',
    title: 'a key of 1024 octets is possible, and its last octet counts',
    async run({ store }) {
      const start = `https://${'a'.repeat(longestKeyBytes - 9)}`;
      await store.set(`${start}b`, octetsOf('b'), { ttlMs });
      await store.set(`${start}c`, octetsOf('c'), { ttlMs });
      assert.equal(textOf(await store.get(`${start}b`)), 'b');
    },
  },
  {
    id: 'keys-prefix',
    title: 'listing gives the keys that begin with the prefix, strange ones too',
    async run({ store }) {
      assert(store.keys);
      assert.deepEqual(await collect(store.keys('')), []);
      for (const key of strangeKeys) await store.set(key, octetsOf('value'), { ttlMs });
      for (const prefix of [
        '',
        'https://',
        'https://example.com',
        'https://a*',
        'https://{a}b',
        'http:',
        'none',
      ]) {
        const expected = strangeKeys.filter((key) => key.startsWith(prefix)).sort();
        assert.deepEqual(await collect(store.keys(prefix)), expected, `prefix "${prefix}"`);
      }
    },
  },
  {
    id: 'keys-deleted',
    title: 'a deleted key is not listed',
    async run({ store }) {
      assert(store.keys);
      await store.set('https://a.example', octetsOf('a'), { ttlMs });
      await store.set('https://b.example', octetsOf('b'), { ttlMs });
      await store.delete('https://a.example');
      assert.deepEqual(await collect(store.keys('https://')), ['https://b.example']);
    },
  },
  {
    id: 'keys-many',
    title: 'listing 2000 keys gives each of them, while others are written and deleted',
    async run({ store }) {
      assert(store.keys);
      const names = Array.from(
        { length: 2000 },
        (_, index) => `https://${String(index).padStart(4, '0')}.example`,
      );
      await Promise.all(names.map((key) => store.set(key, octetsOf(key), { ttlMs })));
      const found = new Set<string>();
      for await (const key of store.keys('https://')) {
        if (found.size % 100 === 0)
          await store.set(`ftp://${found.size}.example`, octetsOf('other'), { ttlMs });
        found.add(key);
      }
      assert.deepEqual([...found].sort(), names);
    },
  },
];
