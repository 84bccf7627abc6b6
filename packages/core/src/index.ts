export type { Verdict, VerdictGroup, VerdictRule } from './explain/verdict.ts';
