/**
 * Compares a logged response to `/robots.txt` with the version that, according to the caller, was in force at its time.
 */
import type { Hit } from '../hit.ts';
import { answerIn } from './learn-versions.ts';
import type { Version } from './version.ts';

/**
 * How a response contradicts the version: the file was missing, the file was present, or the response has exactly the
 * size of another version. Any other size contradicts nothing: a response may be compressed, and some logs count header
 * fields.
 */
export type Contradiction =
  | { readonly kind: 'missing' | 'present' }
  | { readonly kind: 'other-version'; readonly other: Version };

/**
 * @param inForce - The versions that may have been in force at the time of the response.
 * @param all - Every version of the host.
 */
export function contradictionOf(
  hit: Hit,
  inForce: readonly Version[],
  all: readonly Version[],
): Contradiction | undefined {
  const answer =
    inForce.length === 0 || inForce.some(({ isUnknown }) => isUnknown) ? undefined : answerIn(hit);
  if (!answer) return undefined;
  if (answer.isMissing)
    return inForce.some((version) => sizeOf(version) === 0) ? undefined : { kind: 'missing' };
  if (inForce.some((version) => sizeOf(version) === answer.bytes)) return undefined;
  if (inForce.every((version) => version.octets === undefined)) return { kind: 'present' };
  const other = all.find((version) => !version.isUnknown && sizeOf(version) === answer.bytes);
  return other && { kind: 'other-version', other };
}

/** The size of a version. A missing file has the size 0, like an empty one. */
function sizeOf({ octets }: Version): number {
  return octets?.length ?? 0;
}
