/** Writes test results as TAP version 13, the newest version that `prove` of Perl reads. */
import { shown } from './shown.ts';

export interface TapPoint {
  readonly isOk: boolean;
  readonly name: string;
  readonly directive?: { readonly kind: 'SKIP' | 'TODO'; readonly reason: string };
  /** The members of the test point's diagnostic block; undefined if it has none. */
  readonly diagnostics?: Readonly<Record<string, string | number>>;
}

export function tapLines(points: readonly TapPoint[]): string[] {
  return ['TAP version 13', `1..${points.length}`, ...points.flatMap(pointLines)];
}

function pointLines({ isOk, name, directive, diagnostics }: TapPoint, index: number): string[] {
  const told = directive === undefined ? '' : ` # ${directive.kind} ${tapText(directive.reason)}`;
  const members = Object.entries(diagnostics ?? {});
  return [
    `${isOk ? '' : 'not '}ok ${index + 1} - ${tapText(name)}${told}`,
    ...(members.length === 0
      ? []
      : ['  ---', ...members.map(([key, value]) => `  ${key}: ${yaml(value)}`), '  ...']),
  ];
}

/** Escapes "#", which would begin a directive such as "# SKIP". */
function tapText(text: string): string {
  return shown(text.replace(/\s+/g, ' ')).replace(/[\\#]/g, '\\$&');
}

/** Writes JSON, which is valid YAML. */
function yaml(value: string | number): string {
  return JSON.stringify(typeof value === 'string' ? shown(value) : value);
}
