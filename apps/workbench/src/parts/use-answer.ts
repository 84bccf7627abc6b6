/** The answer of a job, asked again whenever its question changes; the last answer stays until the next is there. */
import { useEffect, useState } from 'preact/hooks';
import { JobError, type Lane } from '../engine/lane.ts';
import type { JobName, Jobs } from '../engine/protocol.ts';

export interface Answered<Name extends JobName> {
  readonly question: Jobs[Name]['question'];
  readonly answer?: Jobs[Name]['answer'];
  readonly failure?: string;
}

/** `key` tells questions apart; undefined asks nothing. */
export function useAnswer<Name extends JobName>(
  lane: Lane,
  name: Name,
  question: Jobs[Name]['question'] | undefined,
  key: readonly unknown[],
): Answered<Name> | undefined {
  const [answered, setAnswered] = useState<Answered<Name> | undefined>();
  useEffect(() => {
    if (question === undefined) return setAnswered(undefined);
    let isWanted = true;
    lane.run(name, question).then(
      (answer) => isWanted && setAnswered({ question, answer }),
      (error: unknown) => {
        const isSuperseded = error instanceof JobError && error.failure === 'superseded';
        if (isWanted && !isSuperseded) setAnswered({ question, failure: String((error as Error).message) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, key);
  return answered;
}
