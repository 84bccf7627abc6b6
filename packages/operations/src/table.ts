/** The operations that ask nobody: synchronous, so that any thread can carry them out. */
import { diff } from './diff/index.ts';
import { evaluate } from './evaluate/index.ts';
import { lint } from './lint/index.ts';
import { readings } from './readings/index.ts';
import { usage } from './usage/index.ts';

/** Each by its name. */
export const offline = { evaluate, usage, lint, diff, readings } as const;

/** The name of an operation that asks nobody. */
export type OfflineName = keyof typeof offline;
