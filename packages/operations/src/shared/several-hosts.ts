/** Notes that one robots.txt was applied to URLs on several hosts, although it can belong to only one host. */

/** Limit on the hosts listed by name. The next constant limits the hosts that are counted. */
const MOST_NAMED = 5;
const MOST_COUNTED = 10_000;

/** Records the hosts of URLs. */
export interface SeenHosts {
  /** Records the host of a URL. Paths have no host and are skipped. */
  see(url: string): void;
  /** The note about the hosts; `undefined` if there is only one. */
  note(): string | undefined;
}

/** Creates an empty collector. */
export function seenHosts(): SeenHosts {
  const hosts = new Set<string>();
  let before: string | undefined;
  return {
    see(url) {
      const beginning = BEGINNING.exec(url)?.[0];
      // Most URLs have the same host as the previous one. Parsing each URL would take as long as deciding about it.
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
      return `one robots.txt is applied here to URLs on ${count} hosts: ${list}`;
    },
  };
}

/** The scheme and authority. The URL parser neither escapes nor removes the characters that can end them. */
const BEGINNING = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i;

export function hostsNote(urls: readonly string[]): string | undefined {
  if (urls.length < 2) return undefined;
  const hosts = seenHosts();
  for (const url of urls) hosts.see(url);
  return hosts.note();
}
