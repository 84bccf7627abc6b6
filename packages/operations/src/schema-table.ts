/** The input and answer schemas of each operation, by name. Only interfaces with untrusted input load them. */
import type * as z from 'zod';
import { agentsAnswer, agentsInput } from './agents/schema.ts';
import { aiAccessAnswer, aiAccessInput } from './ai-access/schema.ts';
import { diffAnswer, diffInput } from './diff/schema.ts';
import { evaluateAnswer, evaluateInput } from './evaluate/schema.ts';
import type { OperationLimits } from './limits.ts';
import { lintAnswer, lintInput } from './lint/schema.ts';
import { reachAnswer, reachInput } from './reach/schema.ts';
import { readingsAnswer, readingsInput } from './readings/schema.ts';
import type { OfflineName } from './table.ts';
import { usageInput } from './usage/schema.ts';

/** Both schemas of an operation. The input schema contains the interface's limits. */
interface Schemas {
  input(limits: OperationLimits): z.ZodType;
  readonly answer: z.ZodType;
}

export const operationSchemas = {
  evaluate: { input: evaluateInput, answer: evaluateAnswer },
  usage: { input: usageInput, answer: evaluateAnswer },
  lint: { input: lintInput, answer: lintAnswer },
  diff: { input: diffInput, answer: diffAnswer },
  readings: { input: readingsInput, answer: readingsAnswer },
  reach: { input: reachInput, answer: reachAnswer },
  'ai-access': { input: aiAccessInput, answer: aiAccessAnswer },
  agents: { input: agentsInput, answer: agentsAnswer },
} as const satisfies Record<OfflineName, Schemas>;
