/** Compares the readers with GoAccess on a million lines of Combined, and 100,000 of each other format. */
import { describe, it } from 'vitest';
import { expectAlike, goAccessFormats, needsGoAccess } from './beside-goaccess.ts';

describe('readLog beside GoAccess, at length', needsGoAccess, () => {
  it.each(goAccessFormats)('%s', (name, format) =>
    expectAlike(name, format, name === 'combined (nginx)' ? 1_000_000 : 100_000),
  );
});
