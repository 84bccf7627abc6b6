/**
 * A slow and simple judge: for each request, it examines every version and every other request. It shares no code with
 * the package: the test provides crawlers and identities, and verdicts come from the testkit's slow implementation of
 * RFC 9309.
 */
import { slowVerdict } from '@robots-exclusion/testkit';
import type { HitClass } from '../src/index.ts';

/** The sender of a generated request, with what the test knows about it. */
export interface Sender {
  userAgent: string;
  /** Product token; `undefined` for a sender that is not a crawler. */
  token?: string;
  /** Tokens to which the crawler falls back if no group names its own token. */
  fallbackTokens?: readonly string[];
  /** Whether the crawler ignores the `*` group. */
  isStarExempt?: boolean;
  /** Whether the sender is not bound by robots.txt. */
  isNotBound?: boolean;
  /** The name of a cache; crawlers with the same value share the files that they fetched. */
  cache?: string;
  /** Whether the sender is an impostor of the crawler. */
  isSpoofer?: boolean;
}

export interface Deed {
  sender: Sender;
  time: number;
  host: string;
  method: string;
  url: string;
  status: number;
  /** Octets of the response. */
  bytes: number;
}

export interface SlowVersion {
  from: number;
  body: string;
}

const encoder = new TextEncoder();

/** The token whose group applies to the crawler; `undefined` if no group applies. */
function boundBy(
  { token = '', fallbackTokens = [], isStarExempt }: Sender,
  body: string,
): string | undefined {
  const isNamed = (name: string): boolean =>
    body.split('\n').some((line) => line.toLowerCase().trim() === `user-agent: ${name.toLowerCase()}`);
  return [token, ...fallbackTokens].find(isNamed) ?? (isNamed('*') && !isStarExempt ? '*' : undefined);
}

function permits(sender: Sender, body: string, url: string): boolean {
  const name = boundBy(sender, body);
  return (
    name === undefined || slowVerdict(encoder.encode(body), [name === '*' ? 'nobody' : name], url).allowed
  );
}

/** Whether the response has exactly the size of a version other than the one in force. */
function isOtherVersion({ status, bytes, time }: Deed, versions: readonly SlowVersion[]): boolean {
  const inForce = versions.filter(({ from }) => from <= time).at(-1);
  const isAnswer = (body: string): boolean => encoder.encode(body).length === bytes;
  return (
    status === 200 && !!inForce && !isAnswer(inForce.body) && versions.some(({ body }) => isAnswer(body))
  );
}

/** The class of the request at `index`, as docs/audit.md defines it. */
export function slowClass(
  deeds: readonly Deed[],
  index: number,
  versions: readonly SlowVersion[],
  graceMs: number,
): HitClass {
  const deed = deeds[index] as Deed;
  const { sender, time, url, status } = deed;
  if (sender.token === undefined || sender.isSpoofer) return 'unidentified';
  if (sender.isNotBound) return 'not-bound';
  const inForce = versions.filter(({ from }) => from <= time).at(-1);
  if (!inForce) return 'not-judged';
  const hasStar = inForce.body.toLowerCase().includes('user-agent: *');
  if (sender.isStarExempt && hasStar && boundBy(sender, inForce.body) === undefined) return 'not-bound';
  if (permits(sender, inForce.body, url)) return 'allowed';

  const asked = deeds
    .map((other, at) => ({ ...other, at }))
    .filter(
      (other) => other.sender.token === sender.token && !other.sender.isSpoofer && other.host === deed.host,
    )
    .filter((other) => other.url === '/robots.txt');
  const before = asked
    .filter((other) => other.time < time || (other.time === time && other.at < index))
    .sort((a, b) => a.time - b.time || a.at - b.at);
  const got = before.filter(({ method }) => method === 'GET');
  const last = got
    .filter((other) => !isOtherVersion(other, versions))
    .filter((other) => [200, 304].includes(other.status) || (other.status >= 400 && other.status < 500))
    .at(-1);
  if (last && last.status >= 400 && last.time > time - graceMs) return 'within-grace';

  // Every version that was in force at any instant since the last fetch, or since the start of the grace period.
  const since = Math.max(last?.time ?? Number.NEGATIVE_INFINITY, time - graceMs);
  const mayHold = versions.filter(
    ({ from }, at) => from <= time && (versions[at + 1]?.from ?? Number.POSITIVE_INFINITY) > since,
  );
  if ((versions[0] as SlowVersion).from > since) return 'within-grace';
  if (mayHold.some(({ body }) => permits(sender, body, url))) return 'within-grace';
  if (status >= 300 && status < 400) return 'redirected';
  const sharers = deeds.filter(
    (other) =>
      sender.cache !== undefined &&
      other.sender.cache === sender.cache &&
      other.host === deed.host &&
      other.url === '/robots.txt',
  );
  return asked.length + sharers.length > 0 ? 'violation' : 'never-asked';
}
