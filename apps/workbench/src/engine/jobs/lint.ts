import { lint as operation } from '@robots-exclusion/operations/lint';
// Imported statically, because with a dynamic import the bundler would move shared code into the first view.
import { lintProfiles } from 'robots-exclusion/lint';
import { asks } from '../asks.ts';
import type { Jobs, LintProfileName } from '../protocol.ts';

export function profiles(): readonly LintProfileName[] {
  return lintProfiles.map(({ name, title }) => ({ name, title }));
}

const asked = asks(operation);

/** Lints a draft. An unknown profile, for example from a link, means the default. */
export function lint({ profile, ...input }: Jobs['lint']['question']): Promise<Jobs['lint']['answer']> {
  const isKnown = lintProfiles.some(({ name }) => name === profile);
  return asked({ ...input, ...(isKnown && { profile }) });
}
