import { describe, expect, it } from 'vitest';
import { likelyTargetsFor } from './sample-targets.ts';

describe('likely targets', () => {
  it.each([
    ['/a', ['/a', '/a?x=1']],
    ['a', ['/a', '/a?x=1']],
    ['/a$', ['/a', '/ax', '/a?x=1']],
    ['/a*b', ['/ab', '/axb', '/ab?x=1', '/axb?x=1']],
    ['/a?b', ['/a?b', '/a?bx']],
    ['*.php$', ['/.php', '/x.php', '/.phpx', '/.php?x=1', '/x.php?x=1']],
    ['/%C3%A9', ['/é', '/%C3%A9', '/%C3%A9?x=1']],
    ['/%ff', ['/%ff', '/%ff?x=1']],
    ['//a', []],
    ['/a$b', []],
    ['/*/b', ['/x/b', '/x/b?x=1']],
    ['', ['/', '/?x=1']],
  ])('of %s are paths that it describes, the shortest first', (pattern, expected) => {
    expect(likelyTargetsFor(pattern)).toEqual(expected);
  });
});
