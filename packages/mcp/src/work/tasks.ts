/** Work whose cost a site's file decides. */
import { type Body, type Crawler, parse } from 'robots-exclusion';
import { diff } from 'robots-exclusion/diff';
import { divergences } from 'robots-exclusion/interpret';
import { lint } from 'robots-exclusion/lint';
import { type Use, usageReport } from 'robots-exclusion/usage';

/** One piece of work, plain enough to be sent to a thread. */
export type Task =
  | { readonly kind: 'lint'; readonly body: Body; readonly profile: string | undefined }
  | { readonly kind: 'diff'; readonly before: Body; readonly after: Body }
  | ({ readonly kind: 'usage'; readonly body: Body; readonly who: Crawler; readonly url: string } & Response);

/** What else states preferences about a page. */
interface Response {
  readonly headers?: Readonly<Record<string, string>>;
  readonly tdmrep?: string;
}

/** What each kind gives: plain, and lists that a schema can take. */
export interface Results {
  lint: ReturnType<typeof lintOf>;
  diff: ReturnType<typeof diffOf>;
  usage: ReturnType<typeof usageOf>;
}

export function carryOut(task: Task): Results[Task['kind']] {
  switch (task.kind) {
    case 'lint':
      return lintOf(task.body, task.profile);
    case 'diff':
      return diffOf(task.before, task.after);
    case 'usage':
      return usageOf(task);
  }
}

function lintOf(body: Body, profile: string | undefined) {
  const found = lint(body, { divergences, ...(profile !== undefined && { profile }) });
  return found.map(({ code, severity, line, message, fixes = [] }) => ({
    code,
    severity,
    line,
    message,
    fixes: fixes.map(({ title, changesVerdicts }) => ({ title, changesVerdicts })),
  }));
}

type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;

function diffOf(before: Body, after: Body): Mutable<ReturnType<typeof diff>> {
  return diff(before, after) as Mutable<ReturnType<typeof diff>>;
}

function usageOf({ body, who, url, headers, tdmrep }: Extract<Task, { kind: 'usage' }>) {
  const { access, uses, statements, licenses } = usageReport(parse(body), who, url, {
    ...(headers && { headers }),
    ...(tdmrep !== undefined && { tdmrep }),
  });
  const answers = Object.entries(uses) as [Use, (typeof uses)[Use]][];
  return {
    allowed: access.allowed,
    uses: Object.fromEntries(answers.map(([use, { preference }]) => [use, preference])) as Record<
      Use,
      (typeof uses)[Use]['preference']
    >,
    conflicts: answers.filter(([, { isConflict }]) => isConflict).map(([use]) => use as string),
    statements: statements.map(({ convention, source, says }) => ({
      convention,
      ...(source.kind === 'robots' && { line: source.line }),
      text: source.text,
      says: { ...says },
    })),
    licenses: licenses.map(({ url: terms, record }) => ({
      ...(record && { line: record.line }),
      url: terms,
    })),
  };
}
