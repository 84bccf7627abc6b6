/** Reads evidence of identities from files: published ranges, and recorded DNS answers. */
import { isAddress, joinedRanges, readNames, readRangeFile } from '@robots-exclusion/audit';

/** A file with its text: a version of robots.txt, ranges, or DNS answers. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The contents of the files, as input of an audit. */
export interface FiledEvidence {
  readonly ranges?: ReturnType<typeof joinedRanges>;
  readonly namesOf?: ReturnType<typeof readNames>;
}

/** @throws {RangeError} If a file contains neither ranges nor DNS answers. The message names the file. */
export function evidenceIn(files: readonly NamedText[]): FiledEvidence {
  const values = files.map(
    ({ name, text }) => [name, named(name, () => JSON.parse(text) as unknown)] as const,
  );
  const ranges = values
    .filter(([, value]) => !isOfDns(value))
    .map(([name, value]) => named(name, () => rangesIn(value, name)));
  const answers = values.filter(([, value]) => isOfDns(value));
  const resolvers = answers.map(([name, value]) => named(name, () => readNames(value)));
  return {
    ...(ranges.length > 0 && { ranges: joinedRanges(ranges) }),
    ...(resolvers.length > 0 && {
      namesOf: (address) => resolvers.map((namesOf) => namesOf(address)).find((found) => found !== undefined),
    }),
  };
}

/**
 * Whether the file contains DNS answers: an object keyed by addresses, or a list of records. Range files are keyed by
 * crawler.
 */
function isOfDns(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || 'reverse' in value || Object.keys(value).some(isAddress);
}

function rangesIn(value: unknown, name: string) {
  const ranges = readRangeFile(value, name);
  if (ranges) return ranges;
  throw new RangeError(
    'Cannot tell whose ranges these are: expected the file name under which the operator publishes them, such as gptbot.json',
  );
}

function named<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new RangeError(`${name}: ${(error as Error).message}`);
  }
}
