/** Creates a typed function that runs the tasks of one module in a pool. */
import type { Pool, WorkOrder } from './pool.ts';
import type { Handover, ServedTask } from './serve.ts';

/** The input of a task. */
export type Asked<Tasks, Name extends keyof Tasks> = Tasks[Name] extends ServedTask
  ? Parameters<Tasks[Name]>[0]
  : never;

/** The output of a task. */
export type Given<Tasks, Name extends keyof Tasks> = Tasks[Name] extends ServedTask
  ? HandedOver<Awaited<ReturnType<Tasks[Name]>>>
  : never;

type HandedOver<Output> = Output extends Handover<infer Inner> ? Inner : Output;

/** Runs one task of a module in a pool. */
export type RunTask<Tasks> = <Name extends keyof Tasks & string>(
  name: Name,
  asked: Asked<Tasks, Name>,
  order: WorkOrder,
) => Promise<Given<Tasks, Name>>;

/** @param module The address of the built module, whose exported functions are the tasks. */
export function tasksOf<Tasks>(pool: Pick<Pool, 'run'>, module: string): RunTask<Tasks> {
  return (name, asked, order) => pool.run({ module, name }, asked, order) as never;
}
