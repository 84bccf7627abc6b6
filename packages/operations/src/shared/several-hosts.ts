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
  return {
    see(url) {
      if (hosts.size > MOST_COUNTED || !/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return;
      if (URL.canParse(url)) hosts.add(new URL(url).host);
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

/** The note on some URLs. */
export function hostsNote(urls: Iterable<string>): string | undefined {
  const hosts = seenHosts();
  for (const url of urls) hosts.see(url);
  return hosts.note();
}
