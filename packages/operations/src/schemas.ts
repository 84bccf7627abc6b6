/**
 * Schemas of every input and answer. Only interfaces with untrusted input load them.
 *
 * @module
 */
export { agentsAnswer, agentsInput } from './agents/schema.ts';
export { aiAccessAnswer, aiAccessInput } from './ai-access/schema.ts';
export { auditAnswer, auditInput } from './audit/schema.ts';
export {
  type DescribedOperation,
  describeOperations,
  type OperationsDocument,
  operations,
  type QuestionName,
  questionSchemas,
} from './catalogue.ts';
export { diffAnswer, diffInput } from './diff/schema.ts';
export {
  checkInput,
  decisionOrFailure,
  decisionsAnswer,
  evaluateAnswer,
  evaluateInput,
  evaluateMembers,
} from './evaluate/schema.ts';
export { type DefinedSchema, type JsonSchema, jsonSchemaOf } from './json-schema.ts';
export { finding, lintAnswer, lintInput } from './lint/schema.ts';
export { preflightAnswer, preflightInput } from './preflight/schema.ts';
export { reachAnswer, reachInput } from './reach/schema.ts';
export { readingsAnswer, readingsInput } from './readings/schema.ts';
export { recordAnswer } from './record/schema.ts';
export { operationSchemas } from './schema-table.ts';
export { type Fault, type Faults, faultsOf, nameOf, questionIn } from './shared/faults.ts';
export { outcomes, refusal } from './shared/outcomes.ts';
export {
  agentError,
  failure,
  hostsNoteOfAnswer,
  questionParts,
  SITE_TEXT,
  siteText,
  time,
  verdict,
  verdictRule,
} from './shared/schemas.ts';
export { usageInput } from './usage/schema.ts';
