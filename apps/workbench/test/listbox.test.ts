import { describe, expect, it } from 'vitest';
import { foundByText, listboxMove } from '../src/parts/listbox-keys.ts';

const key = (name: string, altKey = false) => ({ key: name, altKey, ctrlKey: false, metaKey: false });

describe('ARIA Authoring Practices: keys of a select-only combobox', () => {
  it.each([
    ['ArrowDown', { kind: 'open' }],
    ['ArrowUp', { kind: 'open' }],
    ['Enter', { kind: 'open' }],
    [' ', { kind: 'open' }],
    ['Escape', undefined],
    ['Tab', undefined],
    ['g', { kind: 'find', text: 'g' }],
  ])('closed: %j', (name, move) => {
    expect(listboxMove(key(name), { isOpen: false, at: 0, count: 5 })).toEqual(move);
  });

  it.each([
    ['ArrowDown', { kind: 'to', at: 3 }],
    ['ArrowUp', { kind: 'to', at: 1 }],
    ['Home', { kind: 'to', at: 0 }],
    ['End', { kind: 'to', at: 4 }],
    ['PageDown', { kind: 'to', at: 4 }],
    ['PageUp', { kind: 'to', at: 0 }],
    ['Enter', { kind: 'take' }],
    [' ', { kind: 'take' }],
    ['Escape', { kind: 'close' }],
    ['Tab', { kind: 'leave' }],
    ['F5', undefined],
  ])('open: %j', (name, move) => {
    expect(listboxMove(key(name), { isOpen: true, at: 2, count: 5 })).toEqual(move);
  });

  it('leaves commands of the browser alone', () => {
    expect(listboxMove({ ...key('r'), ctrlKey: true }, { isOpen: true, at: 0, count: 5 })).toBeUndefined();
  });

  it.each([
    ['g', 0, 1],
    ['g', 1, 2],
    ['g', 2, 1],
    ['gg', 1, 2],
    ['google-j', 0, 2],
    ['x', 0, undefined],
  ])('%j from %d finds %s', (typed, at, found) => {
    expect(foundByText(['RFC 9309', 'Google', 'Google-Java', 'Python'], typed, at)).toBe(found);
  });
});
