import { generateKeyPairSync } from 'node:crypto';
import { type AgentsFeed, agents, canonicalJson, openFeed, registryWith } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { trustedFeed } from '../crawlers/read-registry.ts';
import { makeFeed } from './make-feed.ts';

const NOW = Date.UTC(2026, 10, 29);
const DAY = 24 * 60 * 60 * 1000;
const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const key = jwk.x as string;
const feed = makeFeed(agents.slice(0, 20), jwk, { previous: undefined, now: NOW, days: 30 });
const copy = (): AgentsFeed => JSON.parse(JSON.stringify(feed));
/** The same octets, in base64url whose last character has bits that are not used. */
const nextCharacter = (base64url: string): string =>
  base64url.slice(0, -1) + String.fromCharCode(base64url.charCodeAt(base64url.length - 1) + 1);

describe('a feed', () => {
  it('is opened with its key, after any way of writing it', async () => {
    const spaced = JSON.parse(JSON.stringify(feed, undefined, 2));
    expect(await openFeed(spaced, { key, now: NOW })).toEqual(copy());
    const [last] = Object.entries(copy()).reverse();
    const turned = { ...Object.fromEntries([last ?? ['', 0]]), ...copy() };
    expect((await openFeed(turned, { key, now: NOW })).serial).toBe(1);
  });

  it('is not taken for a registry until it is opened', () => {
    expect(() => registryWith(copy())).toThrow('expected a list of profiles');
  });

  it('tampered with in any of 200 places is refused', async () => {
    const text = JSON.stringify(feed);
    let refused = 0;
    for (let at = 0; at < 200; at++) {
      const place = Math.floor(((at + 0.5) * text.length) / 200);
      const changed = text.slice(0, place) + (text[place] === 'x' ? 'y' : 'x') + text.slice(place + 1);
      try {
        await openFeed(JSON.parse(changed), { key, now: NOW });
      } catch {
        refused++;
      }
    }
    expect(refused).toBe(200);
  });

  it.each<[string, (feed: AgentsFeed) => unknown, number, number]>([
    ['a member more', (one) => ({ ...one, more: 1 }), 1, 0],
    ['a crawler less', (one) => ({ ...one, agents: one.agents.slice(1) }), 1, 0],
    ['no signature', ({ signature: _, ...one }) => one, 1, 0],
    ['unused bits in the signature', (one) => ({ ...one, signature: nextCharacter(one.signature) }), 1, 0],
    ['another kind', (one) => ({ ...one, kind: 'x' }), 1, 0],
    ['not an object', () => null, 1, 0],
    ['rolled back', (one) => one, 2, 0],
    ['expired', (one) => one, 1, 31 * DAY],
    ['dated in the future', (one) => one, 1, -DAY],
  ])('%s is refused', async (_, change, serial, later) => {
    await expect(openFeed(change(copy()), { key, serial, now: NOW + later })).rejects.toThrow(TypeError);
  });

  it('with another key is refused', async () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x as string;
    await expect(openFeed(copy(), { key: other, now: NOW })).rejects.toThrow(
      'not signed with the expected key',
    );
    for (const wrong of ['short', nextCharacter(key)])
      await expect(openFeed(copy(), { key: wrong, now: NOW })).rejects.toThrow('expected 43 characters');
  });

  it('says what changed since the one before', () => {
    const [first, second, ...rest] = feed.agents;
    if (!first || !second) throw new Error('no agents');
    const next = [{ ...first, note: 'new' }, ...rest, ...agents.slice(20, 21)];
    const made = makeFeed(next, jwk, { previous: feed, now: NOW, days: 30 });
    expect(made).toMatchObject({
      serial: 2,
      changes: { added: [agents[20]?.token], changed: [first.token], removed: [second.token] },
    });
  });

  it('is signed in the form of RFC 8785', () => {
    // The example of RFC 8785 §3.2.3.
    const value = {
      '\u20ac': 'Euro',
      '\r': 'CR',
      '\ufb33': 'Hebrew',
      '1': 'One',
      '\ud83d\ude00': 'Smiley',
      '\u0080': 'Control',
      '\u00f6': 'Latin',
    };
    expect(Object.values(JSON.parse(canonicalJson(value)))).toContain('One');
    expect(canonicalJson(value)).toBe(
      '{"\\r":"CR","1":"One","\u0080":"Control","\u00f6":"Latin","\u20ac":"Euro","\ud83d\ude00":"Smiley","\ufb33":"Hebrew"}',
    );
    expect(canonicalJson([1e21, 0.000001, 333333333.3333333, null, true])).toBe(
      '[1e+21,0.000001,333333333.3333333,null,true]',
    );
  });

  it.each([
    ['own.json', { file: 'own.json' }],
    [`ed25519:${'A'.repeat(43)}=a=b.json`, { key: 'A'.repeat(43), file: 'a=b.json' }],
    [`ed25519:${'A'.repeat(43)}:7=f.json`, { key: 'A'.repeat(43), serial: 7, file: 'f.json' }],
    ['ed25519:short=f.json', { file: 'ed25519:short=f.json' }],
  ])('%s', (text, expected) => {
    expect(trustedFeed(text)).toEqual(expected);
  });
});
