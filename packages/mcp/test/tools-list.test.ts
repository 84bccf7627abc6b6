/**
 * Tests the size of the list of tools, because the list is part of every session of a model. Also tests that the list
 * agrees with the operations and the documentation page.
 */
import { readFileSync } from 'node:fs';
import { greatestLimits } from '@robots-exclusion/operations';
import { describeOperations, jsonSchemaOf, lintAnswer } from '@robots-exclusion/operations/schemas';
import { expect, it } from 'vitest';
import { connected } from './connected.ts';

/** Limit on the list's size, because each session of a model contains the list. */
const MAX_OCTETS = 20_000;

it('is at most 20 kB', async () => {
  const { client } = await connected();
  const { tools } = await client.listTools();
  const sizes = tools.map((tool) => [tool.name, Buffer.byteLength(JSON.stringify(tool))]);
  const all = Buffer.byteLength(JSON.stringify(tools));
  expect(all, JSON.stringify(Object.fromEntries(sizes))).toBeLessThanOrEqual(MAX_OCTETS);
});

it('answers may gain members: no schema of an answer is closed', async () => {
  const { client } = await connected();
  const { tools } = await client.listTools();
  for (const { outputSchema } of tools) {
    expect(outputSchema).toBeDefined();
    expect(JSON.stringify(outputSchema)).not.toContain('"additionalProperties":false');
  }
});

it('names the members that the operation answers with', async () => {
  const { client } = await connected();
  const { tools } = await client.listTools();
  const listed = tools.find(({ name }) => name === 'robots_lint')?.outputSchema;
  const members = Object.keys(jsonSchemaOf(lintAnswer).schema['properties'] as object);
  expect(Object.keys(listed?.['properties'] ?? {})).toEqual(members);
});

/**
 * Maps members of operations to the members that replace them in tools. Tools take one crawler, usually one URL, and
 * flat members for two files. A tool always reports where a file comes from.
 */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  agent: ['crawler'],
  agents: ['crawler', 'crawlers'],
  urls: ['urls', 'url'],
  robotsUrl: ['robotsUrl'],
  mode: [],
  evidence: [],
};
/** The names of tools that differ from the names of their operations. */
const TOOL_OF: Readonly<Record<string, string>> = { evaluate: 'robots_explain' };

it('takes every member of the question of its operation', async () => {
  const { client } = await connected();
  const { tools } = await client.listTools();
  const { operations, $defs } = describeOperations(greatestLimits);
  const asked = Object.entries(operations).flatMap(([operation, { question }]) => {
    const tool = tools.find(({ name }) => name === (TOOL_OF[operation] ?? `robots_${operation}`));
    const { properties } = $defs[question.$ref.slice('#/$defs/'.length)] as { properties: object };
    return tool ? [{ tool, members: Object.keys(properties) }] : [];
  });
  expect(asked.map(({ tool }) => tool.name).sort()).toEqual(tools.map(({ name }) => name).sort());
  for (const { tool, members } of asked) {
    const taken = Object.keys(tool.inputSchema.properties ?? {});
    const missing = members.filter((member) => {
      const forms = FORMS[member] ?? [member];
      return forms.length > 0 && !forms.some((form) => taken.includes(form));
    });
    expect([tool.name, missing]).toEqual([tool.name, []]);
  }
});

it('has the inputs that the page about it lists', async () => {
  const page = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8');
  const { client } = await connected();
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    const told = [...(row?.split('|')[2] ?? '').matchAll(/`(\w+)\??`/g)].map(([, member]) => member);
    // Each file can also be given as octets.
    const taken = Object.keys(inputSchema.properties ?? {}).filter((member) => !member.endsWith('Base64'));
    expect(told.sort(), name).toEqual(taken.sort());
  }
});
