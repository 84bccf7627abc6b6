/**
 * Checks whether the linter's safe fixes change verdicts. It compares the verdicts for many targets before and after
 * each fix, and does not rely on the linter's own proof. Other tests check the verdicts themselves against the slow
 * oracle and Google's own vectors.
 */
import { compile, type Diagnostic, type Fix, parse } from 'robots-exclusion';
import { type Dialect, findDialect } from 'robots-exclusion/dialects';
import { applyEdits } from 'robots-exclusion/format';
import { fixAll, lint } from 'robots-exclusion/lint';

/** A fault in the fixes of a file. */
export interface BadFix {
  readonly fixes: readonly string[];
  readonly after: string;
  readonly dialect: string;
  readonly crawler: string;
  readonly target: string;
}

const CRAWLERS: readonly (string | readonly string[])[] = [
  'A',
  'B',
  'Googlebot',
  'Nobody',
  ['A', 'B'],
  ['B', 'Googlebot', 'AB'],
];

const FIRST = ['', 'a', 'b', '/', ':', '%3A', '|', '%25', 'index.htm'];
const SECOND = ['', 'a', 'b', '/', '*', '$', '%3A', '%3a', ':', '%7C', '%20', '%C3%A9', '?', '.pdf'];

const TARGETS: readonly string[] = FIRST.flatMap((first) =>
  SECOND.map((second) => `https://h.test/${first}${second}`),
);

/** The first safe fix that changes a verdict according to RFC 9309 or Google, alone or together with other fixes. */
export function badFixOf(text: string): BadFix | undefined {
  const body = new TextEncoder().encode(text);
  const safe = lint(body).flatMap((diagnostic) =>
    (diagnostic.fixes ?? [])
      .filter(({ changesVerdicts }) => !changesVerdicts)
      .map((fix) => ({ diagnostic, fix })),
  );
  const before = answers(body);
  for (const one of safe) {
    const bad = difference(before, applyEdits(body, one.fix.edits), [titleOf(one)]);
    if (bad) return bad;
  }
  const together = withoutOverlaps(safe);
  const all = applyEdits(
    body,
    together.flatMap(({ fix }) => fix.edits),
  );
  const { octets, made } = fixAll(body);
  return (
    difference(before, all, together.map(titleOf)) ??
    difference(
      before,
      octets,
      made.map(({ code, line, title }) => `${code} ${line} ${title}`),
    )
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface OneFix {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
}

function titleOf({ diagnostic: { code, line }, fix: { title } }: OneFix): string {
  return `${code} ${line} ${title}`;
}

function withoutOverlaps(fixes: readonly OneFix[]): OneFix[] {
  const chosen: OneFix[] = [];
  const spans: Span[] = [];
  for (const one of fixes) {
    const own = one.fix.edits.map(({ span }) => span);
    // Skips overlapping fixes. Deletions of neighboring lines do not overlap. An insertion next to another edit counts
    // as an overlap, because the order of the two edits would be undefined.
    if (own.some((a) => spans.some((b) => overlap(a, b)))) continue;
    spans.push(...own);
    chosen.push(one);
  }
  return chosen;
}

function overlap(a: Span, b: Span): boolean {
  const isInsertion = a.start === a.end || b.start === b.end;
  return isInsertion ? a.start <= b.end && b.start <= a.end : a.start < b.end && b.start < a.end;
}

type Answers = ReadonlyMap<string, readonly boolean[]>;

function answers(body: Uint8Array): Answers {
  const found = new Map<string, boolean[]>();
  for (const name of ['rfc9309', 'google']) {
    const document = parse(body, { dialect: findDialect(name) as Dialect });
    for (const crawler of CRAWLERS) {
      const rules = compile(document, crawler);
      found.set(
        `${name} ${[crawler].flat().join()}`,
        TARGETS.map((target) => rules.allows(target)),
      );
    }
  }
  return found;
}

function difference(before: Answers, octets: Uint8Array, fixes: readonly string[]): BadFix | undefined {
  if (fixes.length === 0) return undefined;
  const after = answers(octets);
  for (const [key, asked] of before) {
    const at = asked.findIndex((allowed, index) => after.get(key)?.[index] !== allowed);
    if (at < 0) continue;
    const [dialect = '', crawler = ''] = key.split(' ');
    return { fixes, after: new TextDecoder().decode(octets), dialect, crawler, target: TARGETS[at] ?? '' };
  }
  return undefined;
}
