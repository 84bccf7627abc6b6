/** The operations without network access. They are synchronous, so any thread can run them. */
import { agents } from './agents/index.ts';
import { aiAccess } from './ai-access/index.ts';
import { diff } from './diff/index.ts';
import { evaluate } from './evaluate/index.ts';
import { lint } from './lint/index.ts';
import { reach } from './reach/index.ts';
import { readings } from './readings/index.ts';
import { usage } from './usage/index.ts';

/** The operations by name. */
export const offline = {
  evaluate,
  usage,
  lint,
  diff,
  readings,
  reach,
  agents,
  'ai-access': aiAccess,
} as const;

/** The name of an operation without network access. */
export type OfflineName = keyof typeof offline;
