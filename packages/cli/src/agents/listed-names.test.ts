import { describe, expect, it } from 'vitest';
import data from './listed-names.json' with { type: 'json' };
import { listedName, listedText } from './listed-names.ts';

describe('names of public lists', () => {
  it.each([
    ['psbot', 'psbot', 'device-detector'],
    ['PSBOT/0.1 (+http://www.picsearch.com/bot.html)', 'psbot', 'well-known-bots'],
    ['larbin_2.6.2 (a@b.example)', 'larbin', 'nginx-ultimate-bad-bot-blocker'],
    ['Offline Explorer/5', 'Offline Explorer', 'nginx-ultimate-bad-bot-blocker'],
  ])('%s', (text, name, list) => {
    const found = listedName(text);
    expect(found?.name).toBe(name);
    expect(found?.lists.map((one) => one.name)).toContain(list);
    expect(found && listedText(found).length).toBeGreaterThan(1);
  });

  it.each(['', '*', 'x', 'Mozilla/5.0 (Windows NT 10.0)', 'NoSuchThing'])('%j is none', (text) => {
    expect(listedName(text)).toBeUndefined();
  });

  it('each is of a list, is no control text, and names http pages only', () => {
    for (const [name, bits, , url] of data.names) {
      expect(String(name)).toMatch(/^[\w .:!-]+$/);
      expect(Number(bits)).toBeGreaterThan(0);
      expect(Number(bits)).toBeLessThan(2 ** data.lists.length);
      if (url !== undefined) expect(String(url)).toMatch(/^https?:\/\//);
    }
  });
});
