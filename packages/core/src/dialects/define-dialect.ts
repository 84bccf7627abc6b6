/** Creates a dialect from its facts. */
import type { Dialect } from '../parse/dialect.ts';
import { engineFor } from './engine/engine-for.ts';
import type { DialectFacts } from './engine/facts.ts';

/** The definition of a dialect, without the engine that interprets its facts. */
export interface DialectDefinition extends Omit<Dialect, 'reader'> {
  /** How the dialect reads a file, along twelve axes. */
  readonly facts: DialectFacts;
}

/** Creates a frozen dialect from a definition. To define a variant of a dialect, copy its facts and change one axis. */
export function defineDialect(definition: DialectDefinition): Dialect & DialectDefinition {
  return Object.freeze({
    ...definition,
    reader: engineFor(definition.facts, definition.basis === 'documented'),
  });
}
