import { describe, expect, it } from 'vitest';
import { robots } from './command.ts';

describe('--purpose-token', () => {
  const file = 'User-agent: Foo-Training\nDisallow: /\n';
  const given = ['--purpose-token', 'Foo-Training=training'];

  it.each([
    ['check', ['check', '/', '--robots', '-', '--use', 'ai-train', ...given], 1, 'disallowed  /'],
    ['agents', ['agents', '-', ...given], 0, 'Foo-Training  nothing (use)  line 1'],
    ['report ai', ['report', 'ai', '-', ...given], 0, 'Foo-Training'],
    ['init', ['init', '-', '--block', 'training', ...given], 0, 'User-agent: Foo-Training'],
  ])('is read by robots %s', async (_, args, exit, text) => {
    const result = await robots(args, { input: file });
    expect([result.exit, result.stdout]).toEqual([exit, expect.stringContaining(text)]);
  });

  it('is no slip of a crawler, for robots lint', async () => {
    const lint = (...more: string[]) =>
      robots(['lint', '-', ...more], { input: 'User-agent: GPTBoot\nDisallow: /\n' });
    expect((await lint()).stdout).toContain('Did you mean GPTBot');
    expect((await lint('--purpose-token', 'GPTBoot=search')).stdout).not.toContain('Did you mean');
  });

  it.each([
    ['X', 'expected NAME=PURPOSE'],
    ['X=eating', 'expected the purpose search, ai-training'],
    ['=search', 'it has 0 characters'],
    ['Foo Bar=search', 'it has " "'],
    ['*=search', 'it has "*"'],
    ['GPTBot=search', 'it is a crawler'],
    [`${'a'.repeat(10_000)}=search`, 'it has 10000 characters'],
  ])('%j is refused', async (value, text) => {
    const { stderr, exit } = await robots(['check', '/', '--robots', '-', '--purpose-token', value], {
      input: file,
    });
    expect([exit, stderr]).toEqual([2, expect.stringContaining(text)]);
    expect(stderr.length).toBeLessThan(500);
  });
});
