import type { Session, Version } from '../../state/session.ts';

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
    ...versions.map((version) => ({
      key: versionKey(version),
      title: version.kind === 'example' ? version.title : `${version.title}, ${timeText(version.at)}`,
      text: version.text,
    })),
    ...keptDrafts.map(({ at, title, text }) => ({
      key: `kept:${at}`,
      title: `${timeText(at)}: ${title}`,
      text,
    })),
  ];
}

/** Identifies a version. The title is included, because versions of two sites may have the same time. */
export function versionKey({ kind, title, at }: Version): string {
  return `${kind}:${at}:${title}`;
}

export function timeText(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
