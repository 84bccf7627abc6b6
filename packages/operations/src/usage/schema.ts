/** The input schema of `usage`, which has the same answer as `evaluate`. */
import * as z from 'zod';
import { evaluateMembers } from '../evaluate/schema.ts';
import type { OperationLimits } from '../limits.ts';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import { isWithin } from '../shared/questions.ts';
import type { Output } from '../shared/same.ts';

export function usageInput(limits: OperationLimits) {
  const { usage: _, ...members } = evaluateMembers(limits);
  return z
    .strictObject(members)
    .check(isWithin(limits))
    .check(hasOneBody)
    .meta({ id: 'UsageRequest', ...ONE_BODY });
}

export type UsageInput = Output<ReturnType<typeof usageInput>>;
