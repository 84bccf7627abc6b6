/** URLs on several hosts for which one robots.txt answers, although it can belong to only one of them. */

/** Limit on the hosts named individually; more are counted, up to the second number. */
const MOST_NAMED = 5;
const MOST_COUNTED = 10_000;

/** Records the hosts of URLs. */
export interface SeenHosts {
  /** Paths, which have no host, are skipped. */
  see(url: string): void;
  /** The note about them; none for a single host. */
  note(): string | undefined;
}

/** No host seen yet. */
export function seenHosts(): SeenHosts {
  const hosts = new Set<string>();
  let before: string | undefined;
  return {
    see(url) {
      const beginning = BEGINNING.exec(url)?.[0];
      // Most URLs have the host of the one before: parsing each would take as long as deciding about it.
      if (beginning === undefined || beginning === before || hosts.size > MOST_COUNTED) return;
      if (!URL.canParse(url)) return;
      hosts.add(new URL(url).host);
      before = beginning;
    },
    note() {
      if (hosts.size < 2) return undefined;
      const count = hosts.size > MOST_COUNTED ? `more than ${MOST_COUNTED.toLocaleString('en')}` : hosts.size;
      const named = [...hosts].slice(0, MOST_NAMED).join(', ');
      const list = hosts.size > MOST_NAMED ? `${named}, …` : named;
      return `one robots.txt answers here for URLs of ${count} hosts: ${list}`;
    },
  };
}

/** Scheme and authority, in which no character that ends them is escaped or removed by the URL parser. */
const BEGINNING = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i;

/** The note on some URLs. */
export function hostsNote(urls: readonly string[]): string | undefined {
  if (urls.length < 2) return undefined;
  const hosts = seenHosts();
  for (const url of urls) hosts.see(url);
  return hosts.note();
}
