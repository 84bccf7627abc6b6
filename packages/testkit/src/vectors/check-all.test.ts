import { describe, expect, it } from 'vitest';
import { checkAll } from './check-all.ts';

describe('checkAll', () => {
  it('checks every item, and names each that fails, with what was compared', async () => {
    const checked: number[] = [];
    const check = (item: number): void => {
      checked.push(item);
      expect({ item }).toEqual({ item: 2 });
    };
    const error = await checkAll([1, 2, 3], (item) => `number ${item}`, check).catch(String);
    expect(checked).toEqual([1, 2, 3]);
    expect(error).toContain('2 of 3 failed');
    expect(error).toMatch(/number 1\n.*\n {2}expected: \{ item: 2 \}\n {2}received: \{ item: 1 \}/);
    expect(error).toContain('number 3');
    expect(error).not.toContain('number 2');
  });

  it('waits for checks that are promises, one after the other', async () => {
    const error = await checkAll(['a', 'b'], String, async (item) => {
      await Promise.resolve();
      throw new TypeError(`not ${item}`);
    }).catch(String);
    expect(error).toMatch(/a\n {2}TypeError: not a[\s\S]*b\n {2}TypeError: not b/);
  });

  it('refuses to check nothing', async () => {
    await expect(checkAll([], String, () => {})).rejects.toThrow(RangeError);
  });
});
