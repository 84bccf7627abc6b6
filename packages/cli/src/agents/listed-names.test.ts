import { agents, registryWith } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { listedAgents } from '../crawlers/listed-agents.ts';
import data from './listed-names.json' with { type: 'json' };
import { listedName, listedText } from './listed-names.ts';

describe('names of public lists', () => {
  it.each([
    ['ips-agent', 'ips-agent', 'device-detector'],
    ['WEBMON/2.0', 'webmon', 'well-known-bots'],
    ['True_Robot_1.0 (a@b.example)', 'True_Robot', 'nginx-ultimate-bad-bot-blocker'],
    ['Black Hole/5', 'Black Hole', 'nginx-ultimate-bad-bot-blocker'],
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

describe('crawlers of public lists', () => {
  const known = new Set(agents.map(({ token }) => token.toLowerCase()));
  const listed = registryWith(listedAgents()).agents.filter(({ token }) => !known.has(token.toLowerCase()));

  it('are those that the registry has not, each with a purpose and with who says so', () => {
    expect(listed).toHaveLength(listedAgents().length);
    for (const { token, purposes, note } of listed) {
      expect(purposes.length, token).toBeGreaterThan(0);
      expect(note, token).toMatch(/\w/);
    }
  });

  it('have no statement on robots.txt but from a page of their operator', () => {
    const stated = listed.filter(({ obeys }) => obeys !== 'unknown');
    expect(stated.length).toBeGreaterThan(0);
    expect(stated.filter(({ sourceKind }) => sourceKind !== 'operator')).toEqual([]);
  });
});
