/** URLs of several hosts that one robots.txt answers for are pointed out. */
import { seenHosts } from '@robots-exclusion/operations/shared';
import { withScheme } from '../input/with-scheme.ts';
import { tell } from '../output/stdout.ts';

/** Takes note of URLs, and says at the end of which hosts they are. */
export interface HostTeller {
  see(url: string): void;
  /** Says it on standard error, and gives it back. */
  tell(): string | undefined;
}

/** @param robots What the file was read from; undefined where every URL is answered by the file of its own host. */
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
