import type { CheckFinding } from '../check.ts';

/** What checks of the file's content say where there is none. */
export const noFile: CheckFinding = Object.freeze({ status: 'skip', seen: 'There is no file to look at' });
