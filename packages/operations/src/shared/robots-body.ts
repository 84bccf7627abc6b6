/** A robots.txt that was passed in or came from a site. */

export const EXAMPLE_ROBOTS = 'User-agent: *\nDisallow: /private/\n';

/** A robots.txt to read. Plain data, so it can be sent to a thread. */
export interface RobotsBody {
  /** The contents. Text is encoded as UTF-8. */
  readonly body: string | Uint8Array;
  /** Limit on the octets read. */
  readonly maxBytes: number;
  /** SHA-256 of the octets, if known. A file whose digest is cached is not parsed again. */
  readonly digest?: string;
}

/** The file in an input: exactly one of the two members is present. */
export interface GivenRobots {
  readonly robots?: string | undefined;
  /** The exact octets in Base64. */
  readonly robotsBase64?: string | undefined;
}

/** Decodes the file of an input. */
export function robotsBody({ robots = '', robotsBase64 }: GivenRobots, maxBytes: number): RobotsBody {
  return { body: robotsBase64 === undefined ? robots : octetsOf(robotsBase64), maxBytes };
}

/** Decodes a Base64 member, which its schema has validated. */
export function octetsOf(base64: string): Uint8Array {
  const characters = atob(base64);
  const octets = new Uint8Array(characters.length);
  for (let at = 0; at < characters.length; at++) octets[at] = characters.charCodeAt(at);
  return octets;
}
