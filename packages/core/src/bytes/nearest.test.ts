import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const NAMES = ['disallow', 'allow', 'sitemap', 'user-agent'];

describe('the nearest known word', () => {
  it.each([
    ['disalow', 'disallow'],
    ['DISALLW', 'disallow'],
    ['dissallow', 'disallow'],
    ['idsallow', 'disallow'],
    ['alow', 'allow'],
    ['useragent', 'user-agent'],
    ['site-map', 'sitemap'],
    ['frobnicate', undefined],
    ['', undefined],
    ['d'.repeat(1000), undefined],
  ])('of %s is %s', (word, expected) => {
    expect(nearest(word, NAMES, 2)).toBe(expected);
  });
});
