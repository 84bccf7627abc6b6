/** Makes a dialect from its facts. */
import type { Dialect } from '../parse/dialect.ts';
import { engineFor } from './engine/engine-for.ts';
import type { DialectFacts } from './engine/facts.ts';

/** The definition of a dialect, without the engine that carries out its facts. */
export interface DialectDefinition extends Omit<Dialect, 'reader'> {
  /** How it reads, along twelve axes. */
  readonly facts: DialectFacts;
}

/**
 * Makes a frozen dialect from a definition; to set one of the twelve axes, copy it from another dialect and change
 * it.
 */
export function defineDialect(definition: DialectDefinition): Dialect & DialectDefinition {
  return Object.freeze({
    ...definition,
    reader: engineFor(definition.facts, definition.basis === 'documented'),
  });
}
