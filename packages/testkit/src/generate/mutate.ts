/**
 * Generates mutations of real files: octets are changed, pieces are deleted or doubled, and parts of other files are
 * inserted.
 */
import fc from 'fast-check';
import { arbitraryTarget, type Question } from './arbitrary-robots.ts';

interface Mutation {
  kind: 'set' | 'insert' | 'delete' | 'double' | 'splice';
  at: number;
  length: number;
  octet: number;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('set', 'insert', 'delete', 'double', 'splice'),
  at: fc.nat(),
  length: fc.integer({ min: 1, max: 40 }),
  octet: fc.oneof(fc.constantFrom(...Buffer.from('\n\r\t #:*$%/?uaA')), fc.integer({ min: 0, max: 255 })),
});

/**
 * A question about a mutated piece of one of `files`. Some targets and tokens are taken from the file, if it contains
 * any.
 */
export function arbitraryMutation(files: readonly Uint8Array[]): fc.Arbitrary<Question> {
  return fc
    .record({
      file: fc.nat(files.length - 1),
      other: fc.nat(files.length - 1),
      from: fc.nat(),
      mutations: fc.array(mutation, { maxLength: 6 }),
      pick: fc.nat(),
      target: fc.option(arbitraryTarget, { freq: 2 }),
    })
    .map(({ file, other, from, mutations, pick, target }) => {
      const body = mutations.reduce(
        (octets, step) => mutated(octets, step, files[other] as Uint8Array),
        excerpt(files[file] as Uint8Array, from),
      );
      const lines = Buffer.from(body)
        .toString('utf8')
        .split(/[\r\n]+/);
      return { body, tokens: [tokenFrom(lines, pick)], target: target ?? targetFrom(lines, pick) };
    });
}

/** A piece of up to 2,000 octets. Other tests cover long files, and a million runs must finish in time. */
function excerpt(octets: Uint8Array, from: number): Uint8Array {
  const start = octets.length > 2000 ? from % (octets.length - 2000) : 0;
  return octets.slice(start, start + 2000);
}

function mutated(octets: Uint8Array, { kind, at, length, octet }: Mutation, other: Uint8Array): Uint8Array {
  const from = at % (octets.length + 1);
  const end = Math.min(octets.length, from + length);
  const middle = {
    set: [octet],
    insert: [octet, ...octets.subarray(from, end)],
    delete: [],
    double: [...octets.subarray(from, end), ...octets.subarray(from, end)],
    splice: [...other.subarray(at % (other.length + 1)).subarray(0, length)],
  }[kind];
  return Uint8Array.from([...octets.subarray(0, from), ...middle, ...octets.subarray(end)]);
}

function tokenFrom(lines: readonly string[], pick: number): string {
  const agents = lines.flatMap((line) => /^\s*user-agent\s*:\s*([A-Za-z0-9_-]+)/i.exec(line)?.[1] ?? []);
  return agents[pick % (agents.length + 1)] ?? 'FooBot';
}

function targetFrom(lines: readonly string[], pick: number): string {
  const patterns = lines.flatMap((line) => /^\s*(?:dis)?allow\s*:\s*([/*][^\s#]*)/i.exec(line)?.[1] ?? []);
  const pattern = patterns[pick % (patterns.length + 1)] ?? '/';
  return `/${pattern.replace(/^\//, '').replaceAll('*', 'x').replace(/\$$/, '')}`;
}
