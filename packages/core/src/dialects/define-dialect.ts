/** A dialect from its facts. */
import type { Dialect } from '../parse/dialect.ts';
import { engineFor } from './engine/engine-for.ts';
import type { DialectFacts } from './engine/facts.ts';

/** What a dialect is, but for what carries out its facts. */
export interface DialectDefinition extends Omit<Dialect, 'reader'> {
  /** How it reads, along twelve axes. */
  readonly facts: DialectFacts;
}

/** Makes a dialect of a definition, frozen: one of the twelve axes is best taken from another dialect and changed. */
export function defineDialect(definition: DialectDefinition): Dialect & DialectDefinition {
  return Object.freeze({
    ...definition,
    reader: engineFor(definition.facts, definition.basis === 'documented'),
  });
}
