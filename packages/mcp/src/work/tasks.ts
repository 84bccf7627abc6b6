/** Work whose cost a site's file decides. */
import type { Failure } from '@robots-exclusion/operations';
import {
  type DecisionAnswer,
  decider,
  type EvaluateAsked,
  loadFor,
} from '@robots-exclusion/operations/evaluate';
import { type Body, type Crawler, parse } from 'robots-exclusion';
import { diff as changesOf } from 'robots-exclusion/diff';
import { divergences } from 'robots-exclusion/interpret';
import { lint as findingsOf } from 'robots-exclusion/lint';
import { type Use, usageReport } from 'robots-exclusion/usage';
import { quoted } from '../quoted.ts';

/** What is asked by each kind of work: plain enough to be sent to a thread. */
export interface WorkAsked {
  decisions: EvaluateAsked;
  lint: { readonly body: Body; readonly profile: string | undefined; readonly crawlers: readonly string[] };
  diff: { readonly before: Body; readonly after: Body };
  usage: { readonly body: Body; readonly who: Crawler; readonly url: string } & Response;
}

/** What else states preferences about a page. */
interface Response {
  readonly headers?: Readonly<Record<string, string>>;
  readonly tdmrep?: string;
}

/** What each URL is given. */
export type Decided = readonly (DecisionAnswer | Failure)[];

/** Decisions about each URL. */
export async function decisions(asked: WorkAsked['decisions']): Promise<Decided> {
  await loadFor(asked);
  return asked.urls.flatMap(decider(asked));
}

/** Findings, as a schema can take them. */
export function lint({ body, profile, crawlers }: WorkAsked['lint']) {
  const found = findingsOf(body, { divergences, crawlers, ...(profile !== undefined && { profile }) });
  return found.map(({ code, severity, line, message, fixes = [] }) => ({
    code,
    severity,
    line,
    message,
    fixes: fixes.map(({ title, changesVerdicts, effect }) => ({
      title,
      changesVerdicts,
      ...(effect !== undefined && { effect }),
    })),
  }));
}

type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;

/** Which URLs change verdict. */
export function diff({ before, after }: WorkAsked['diff']): Mutable<ReturnType<typeof changesOf>> {
  return changesOf(before, after) as Mutable<ReturnType<typeof changesOf>>;
}

/** What may be done with a page. */
export function usage({ body, who, url, headers, tdmrep }: WorkAsked['usage']) {
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
    decidedBy: Object.fromEntries(
      answers.flatMap(([use, { decidedBy }]) => (decidedBy ? [[use, quoted(decidedBy)]] : [])),
    ),
    statements: statements.map((statement) => ({ ...quoted(statement), says: { ...statement.says } })),
    licenses: licenses.map(({ url: terms, record }) => ({
      ...(record && { line: record.line }),
      url: terms,
    })),
  };
}
