/** Whether a verdict depends on the parts of a request that its log does not contain. */
import type { LostPart } from '../hit.ts';

/**
 * Whether one of these patterns may match the request as it was sent, but not as it was logged, or the reverse. Texts
 * are compared up to the first encoded octet, so the answer may be true for a pattern that makes no difference.
 */
export function hangsOnLost(patterns: readonly string[], url: string, lost: readonly LostPart[]): boolean {
  return lost.some(
    (part) => part === 'user-agent' || patterns.some((pattern) => hangsOn(part, pattern, url)),
  );
}

function hangsOn(part: LostPart, pattern: string, url: string): boolean {
  const literal = /^[^*$]*/.exec(pattern)?.[0] ?? '';
  const isWild = literal.length < pattern.length;
  const [own, other] = [plain(literal), plain(url)];
  const isNear = own.startsWith(other) || other.startsWith(own);
  if (part === 'encoding') return pattern.includes('%') && isNear;
  if (part === 'query') return (isWild && other.startsWith(own)) || own.startsWith(`${other}?`);
  return isNear && (isWild || literal.length > url.length);
}

/** The text before the first octet that may be written in several ways. */
function plain(text: string): string {
  return /^[^%\x80-\uffff]*/.exec(text)?.[0] ?? '';
}
