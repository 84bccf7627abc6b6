/** Tests that a quota enforces its limits exactly, and that a returned amount can be taken again. */
import { expect, it } from 'vitest';
import { createQuota } from './quota.ts';

it('a client takes its share, all clients the total, and a refusal takes nothing', () => {
  const quota = createQuota({ total: 5, perClient: 3 });
  expect(quota.take('a', 3)).toBeUndefined();
  expect(quota.take('a')).toBe('client');
  expect(quota.take('b', 3)).toBe('service');
  expect(quota.taken()).toBe(3);
  expect(quota.take('b')).toBeUndefined();
  expect(quota.take('b')).toBeUndefined();
  expect(quota.take('c')).toBe('service');
  expect(quota.taken()).toBe(5);
  quota.give('a');
  expect(quota.taken()).toBe(4);
  expect(quota.take('a', 2)).toBe('client');
  expect(quota.take('a')).toBeUndefined();
});

it('a client that holds nothing is forgotten, and starts with all of its share', () => {
  const quota = createQuota({ total: 9, perClient: 2 });
  quota.take('a', 2);
  quota.give('a');
  quota.give('a');
  expect(quota.taken()).toBe(0);
  expect(quota.take('a', 2)).toBeUndefined();
  expect(quota.take('a')).toBe('client');
  quota.give('a', 2);
  expect(quota.take('a', 2)).toBeUndefined();
});
