/**
 * Simulates a shared Redis. Each operation takes time and is counted with its octets on the wire. A failover loses the
 * last writes. The client's own memory store holds the contents.
 */
import { createMemoryStore } from '@robots-exclusion/client';

/** The size of a command in RESP: `*N`, and `$length` for each part, with their line ends. */
export function respOctets(...parts) {
  return parts.reduce((sum, length) => sum + length + 5 + String(length).length, 4);
}

/** Length of a script's SHA-1, with which a client calls the script. */
const sha1Octets = 40;
const versionOctets = 12;
const keyOctets = (key) => key.length + 'robots:{}'.length;

/** The counters: per kind of command, and the requests per key in each second. */
export function newCounts() {
  return { commands: {}, octets: 0, hottest: 0, hottestKey: '' };
}

export function sharedStore({ clock, pause, latencyMs, counts }) {
  const held = createMemoryStore({ clock, maxBytes: Number.MAX_SAFE_INTEGER });
  const perSecond = { second: -1, byKey: new Map() };
  /** Writes of the last second, which a replica may not have yet. */
  let recent = [];
  let isDown = false;

  function count(command, key, octets) {
    counts.commands[command] = (counts.commands[command] ?? 0) + 1;
    counts.octets += octets;
    const second = Math.floor(clock.now() / 1000);
    if (second !== perSecond.second) {
      perSecond.second = second;
      perSecond.byKey.clear();
    }
    const asked = (perSecond.byKey.get(key) ?? 0) + 1;
    perSecond.byKey.set(key, asked);
    if (asked > counts.hottest) {
      counts.hottest = asked;
      counts.hottestKey = key;
    }
  }

  async function carriedOut(operation) {
    await pause(latencyMs / 2);
    if (isDown) throw new Error('the connection was refused');
    const result = await operation();
    await pause(latencyMs / 2);
    return result;
  }

  async function written(key, write) {
    const before = await held.get(key);
    const result = await write();
    const now = clock.now();
    recent = recent.filter(({ at }) => now - at < 1000);
    recent.push({ key, before, at: now });
    return result;
  }

  return {
    /** Simulates an outage of `outageMs`. The writes of the last second before the outage are lost. */
    async failOver(outageMs) {
      isDown = true;
      const now = clock.now();
      for (const { key, before, at } of recent.toReversed()) {
        if (now - at >= 1000) continue;
        await held.delete(key);
        if (before) await held.set(key, before.value, { ttlMs: 86_400_000 });
      }
      recent = [];
      await pause(outageMs);
      isDown = false;
    },
    store: {
      get(key) {
        return carriedOut(async () => {
          const found = await held.get(key);
          const reply = found ? found.value.length + versionOctets : 0;
          count('GET', key, respOctets(3, keyOctets(key)) + reply + 8);
          return found;
        });
      },
      version(key) {
        return carriedOut(async () => {
          const found = held.version(key);
          count('GETRANGE', key, respOctets(8, keyOctets(key), 1, 2) + (found ? 19 : 6));
          return found;
        });
      },
      set(key, value, options) {
        const sent = [4, sha1Octets, 1, keyOctets(key), versionOctets, value.length + versionOctets, 10];
        return carriedOut(() => {
          count('EVALSHA set', key, respOctets(...sent) + 4);
          return written(key, () => held.set(key, value, options));
        });
      },
      delete(key) {
        return carriedOut(() => {
          count('DEL', key, respOctets(3, keyOctets(key)) + 4);
          return held.delete(key);
        });
      },
      now(key) {
        return carriedOut(async () => {
          count('EVALSHA now', key, respOctets(4, sha1Octets, 1, keyOctets(key)) + 19);
          return clock.now();
        });
      },
      reserve(key, request) {
        return carriedOut(() => {
          count(
            'EVALSHA reserve',
            key,
            respOctets(4, sha1Octets, 1, keyOctets(key), 1, 4, 1, versionOctets) + 42,
          );
          return written(key, () => held.reserve(key, request));
        });
      },
      watch(key, onNotice) {
        return carriedOut(async () => {
          count('SUBSCRIBE', key, respOctets(9, keyOctets(key)) + 60);
          const stop = await held.watch(key, onNotice);
          return () => {
            count('UNSUBSCRIBE', key, respOctets(11, keyOctets(key)) + 60);
            stop();
          };
        });
      },
    },
  };
}
