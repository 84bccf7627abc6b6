/** What a schema has to say against a request, each with the path of what it speaks of. */
import type { z } from 'zod';
import type { ProblemDetail } from '../problems.ts';

/** So many are told; one mistake in a list of 10,000 is often all of them. */
const MAX_DETAILS = 10;
const MAX_MESSAGE_LENGTH = 300;
const MAX_PATH_LENGTH = 200;

export function detailsOf(error: z.ZodError | z.core.$ZodError): ProblemDetail[] {
  return error.issues
    .flatMap(({ path, message, ...issue }) =>
      'keys' in issue && Array.isArray(issue.keys)
        ? issue.keys.map((key: string) => detail([...path, key], 'Unknown member'))
        : [detail(path, message)],
    )
    .slice(0, MAX_DETAILS);
}

function detail(path: readonly PropertyKey[], message: string): ProblemDetail {
  const text = path.reduce<string>(
    (before, step) =>
      typeof step === 'number'
        ? `${before}[${step}]`
        : before === ''
          ? String(step)
          : `${before}.${String(step)}`,
    '',
  );
  return { path: text.slice(0, MAX_PATH_LENGTH), message: message.slice(0, MAX_MESSAGE_LENGTH) };
}
