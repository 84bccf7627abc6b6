/**
 * Runs a job again whenever its question changes. Until the next result arrives, returns the last result together with
 * its question, so that it is never shown as the answer to another question.
 */
import { useEffect, useState } from 'preact/hooks';
import { JobError, type Lane } from '../engine/lane.ts';
import type { JobName, Jobs } from '../engine/protocol.ts';

export interface Answered<Name extends JobName> {
  readonly question: Jobs[Name]['question'];
  /** The intermediate parts of the job, in order. */
  readonly parts: readonly Jobs[Name]['part'][];
  readonly answer?: Jobs[Name]['answer'];
  readonly failure?: string;
  /** Whether the question has changed since this answer. */
  readonly isOutdated: boolean;
}

type Kept<Name extends JobName> = Omit<Answered<Name>, 'isOutdated'> & { readonly key: readonly unknown[] };

export interface AnswerOptions {
  /** Milliseconds without a message after which the worker is terminated. {@default 5000} */
  readonly silenceMs?: number;
}

/** A new `key` starts the job again. If the question is undefined, no job runs. */
export function useAnswer<Name extends JobName>(
  lane: Lane,
  name: Name,
  question: Jobs[Name]['question'] | undefined,
  key: readonly unknown[],
  options: AnswerOptions = {},
): Answered<Name> | undefined {
  const [kept, setKept] = useState<Kept<Name> | undefined>();
  useEffect(() => {
    if (question === undefined) return setKept(undefined);
    const stopper = new AbortController();
    const { signal } = stopper;
    let parts: readonly Jobs[Name]['part'][] = [];
    const onPart = (part: Jobs[Name]['part']): void => {
      parts = [...parts, part];
      setKept({ key, question, parts });
    };
    lane.run(name, question, { ...options, onPart, signal }).then(
      (answer) => setKept({ key, question, parts, answer }),
      (error: unknown) => {
        const isSuperseded = error instanceof JobError && error.end === 'aborted';
        if (!isSuperseded) setKept({ key, question, parts, failure: String((error as Error).message) });
      },
    );
    return () => stopper.abort();
  }, key);
  return kept && { ...kept, isOutdated: key.some((part, at) => !Object.is(part, kept.key[at])) };
}
