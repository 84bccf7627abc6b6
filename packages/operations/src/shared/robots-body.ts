/** A robots.txt that is passed in or came from a site. */

/** The file used in examples. */
export const EXAMPLE_ROBOTS = 'User-agent: *\nDisallow: /private/\n';

/** A robots.txt to read. Plain data, so it can be sent to a thread. */
export interface RobotsBody {
  /** Text is encoded as UTF-8. */
  readonly body: string | Uint8Array;
  /** Octets to read. */
  readonly maxBytes: number;
  /** SHA-256 of the octets, if known; a file that was read before under it is not read again. */
  readonly digest?: string;
}

/** As in a question: one of the two. */
export interface GivenRobots {
  readonly robots?: string | undefined;
  /** Exact octets. */
  readonly robotsBase64?: string | undefined;
}

/** The file of a question, decoded. */
export function robotsBody({ robots = '', robotsBase64 }: GivenRobots, maxBytes: number): RobotsBody {
  return { body: robotsBase64 === undefined ? robots : octetsOf(robotsBase64), maxBytes };
}

/** The octets of a member in base64, whose form its schema has checked. */
export function octetsOf(base64: string): Uint8Array {
  const characters = atob(base64);
  const octets = new Uint8Array(characters.length);
  for (let at = 0; at < characters.length; at++) octets[at] = characters.charCodeAt(at);
  return octets;
}
