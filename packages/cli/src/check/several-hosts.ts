/** Warns when one robots.txt is used for URLs on several hosts. */
import { seenHosts } from '@robots-exclusion/operations/shared';
import { withScheme } from '../input/with-scheme.ts';
import { tell } from '../output/stdout.ts';

/** Collects URLs, and reports their hosts at the end. */
export interface HostTeller {
  see(url: string): void;
  /** Writes the note to standard error, and returns it. */
  tell(): string | undefined;
}

/** @param robots The source of the file; undefined if each URL is checked against its own host's file. */
export function hostTeller(robots: string | undefined): HostTeller {
  const hosts = seenHosts();
  if (robots !== undefined) hosts.see(robots);
  return {
    see(url) {
      if (robots !== undefined) hosts.see(withScheme(url));
    },
    tell() {
      const note = hosts.note();
      if (note !== undefined) tell(note);
      return note;
    },
  };
}
