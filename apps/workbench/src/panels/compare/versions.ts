/** Versions that the draft can be compared with. */
import type { Session } from '../../state/session.ts';

export interface NamedVersion {
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

export function versionsOf({
  versions,
  keptDrafts,
}: Pick<Session, 'versions' | 'keptDrafts'>): readonly NamedVersion[] {
  return [
    ...versions.map(({ kind, title, text, at }) => ({ key: `${kind}:${at}`, title, text })),
    ...keptDrafts.map(({ at, title, text }) => ({
      key: `kept:${at}`,
      title: `${timeText(at)}: ${title}`,
      text,
    })),
  ];
}

export function timeText(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
