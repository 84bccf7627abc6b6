/** The part of a target that a dialect sees. */
import { pathAndQuery, textOf, type UrlLike } from '../../patterns/target.ts';
import type { DialectFacts } from './facts.ts';
import type { TargetReading } from './own-way.ts';
import { targetForms } from './pattern.ts';
import { textAs } from './text-model.ts';

/** The text with which patterns are compared, or a result that does not depend on patterns. */
export type SeenTarget =
  | { readonly forms: readonly string[]; readonly isRobotsTxt: boolean }
  | { readonly allowed: boolean }
  | { readonly error: string };

/**
 * @param hasGroup Whether the crawler has a group. Without a group, some original implementations use less of a target.
 */
export function seenTarget(
  target: string | UrlLike,
  hasGroup: boolean,
  { targets, normalising }: DialectFacts,
): SeenTarget {
  const { read, withoutGroup = read, domain } = targets;
  if (domain === 'url' && !URL_OR_PATH.test(textOf(target))) return OUTSIDE;
  const readTarget = hasGroup ? read : withoutGroup;
  const seen: TargetReading =
    readTarget === 'rfc9309' ? { path: pathAndQuery(target) } : readTarget.run(textOf(target));
  if (!('path' in seen)) return seen;
  const forms = targetForms(textAs(normalising.text, seen.path), normalising);
  return { forms, isRobotsTxt: seen.isRobotsTxt ?? forms[forms.length - 1] === '/robots.txt' };
}

/**
 * Matches an absolute URL as the URL Standard reads it, or a path. Any other text gets no verdict, even if the original
 * implementation would give one.
 */
const URL_OR_PATH = /^[\0- ]*(?:\/|[a-z][a-z0-9+.-]*:\/)/i;

const OUTSIDE = { error: 'outside the domain of this dialect: expected an absolute URL or a path' } as const;
