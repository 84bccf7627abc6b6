/** Findings of the linter. */
import { lint as operation } from '@robots-exclusion/operations/lint';
// Not on demand, as in the operation: what both share would become a part of the first view.
import { lintProfiles } from 'robots-exclusion/lint';
import { asks } from '../asks.ts';
import type { Jobs, LintProfileName } from '../protocol.ts';

/** The available profiles. */
export function profiles(): readonly LintProfileName[] {
  return lintProfiles.map(({ name, title }) => ({ name, title }));
}

const asked = asks(operation);

/** A profile from a link may be unknown: then it is the default. */
export function lint({ profile, ...input }: Jobs['lint']['question']): Promise<Jobs['lint']['answer']> {
  const isKnown = lintProfiles.some(({ name }) => name === profile);
  return asked({ ...input, ...(isKnown && { profile }) });
}
