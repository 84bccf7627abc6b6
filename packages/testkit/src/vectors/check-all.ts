/** Checks many vectors in one test, and reports each failure by its id. */
import { inspect } from 'node:util';

const shownFailures = 20;

/**
 * Checks every item, in order. If any checks fail, throws one error that lists the failed items.
 *
 * @throws {RangeError} If there are no items, because a test without checks would pass.
 *
 * @example
 * it('spec/rfc9309', () => checkAll(vectors, ({ id, why }) => `${id}: ${why}`, (vector) => …));
 */
export async function checkAll<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
  check: (item: Item) => void | Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  let count = 0;
  for (const item of items) {
    count += 1;
    try {
      await check(item);
    } catch (error) {
      failures.push(`${nameOf(item)}\n${indented(described(error))}`);
    }
  }
  if (count === 0) throw new RangeError('Cannot check all of nothing: the list of vectors is empty');
  if (failures.length === 0) return;
  const rest = failures.length - shownFailures;
  const shown = [...failures.slice(0, shownFailures), ...(rest > 0 ? [`and ${rest} more`] : [])];
  throw new Error(`${failures.length} of ${count} failed:\n\n${shown.join('\n\n')}`);
}

/** Describes an error with its full values, because the message of an assertion may shorten them. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  if (!('actual' in error && 'expected' in error)) return error.stack ?? error.message;
  return `${error.message}\nexpected: ${inspect(error.expected)}\nreceived: ${inspect(error.actual)}`;
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
