/** The problem responses of a route, for its OpenAPI description. */
import { problemKinds } from '../problems.ts';
import { problem } from '../schemas/answers.ts';

const content = { 'application/problem+json': { schema: problem } };

export const commonProblems = {
  403: { description: problemKinds['origin-not-allowed'].title, content },
  421: { description: problemKinds['host-not-allowed'].title, content },
  429: { description: problemKinds['rate-limited'].title, content },
  431: { description: problemKinds['header-too-large'].title, content },
  500: { description: problemKinds['internal-error'].title, content },
  503: { description: problemKinds.overloaded.title, content },
} as const;

export const queryProblems = {
  ...commonProblems,
  400: { description: problemKinds['invalid-request'].title, content },
} as const;

export const bodyProblems = {
  ...queryProblems,
  408: { description: problemKinds['request-timeout'].title, content },
  413: { description: problemKinds['content-too-large'].title, content },
  415: { description: problemKinds['unsupported-media-type'].title, content },
  422: { description: problemKinds['too-expensive'].title, content },
} as const;
