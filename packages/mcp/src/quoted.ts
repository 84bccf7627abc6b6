/** A statement of a site as tools name it. Threads load this file, so it knows no schemas. */
import { placeOf, type UsageStatement } from 'robots-exclusion/usage';

/** A statement and where it is; a schema seals the text. */
export interface Quoted {
  convention: string;
  line?: number | undefined;
  /** The line, header field or file; a purpose token and its operator. */
  place: string;
  text: string;
}

export function quoted(statement: UsageStatement): Quoted {
  const { convention, source } = statement;
  return {
    convention,
    ...(source.kind === 'robots' && { line: source.line }),
    place: placeOf(statement),
    text: source.text,
  };
}
