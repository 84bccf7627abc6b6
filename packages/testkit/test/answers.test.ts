/**
 * Asks the command, the service and the tools the questions in `answers`, and compares everything that they give with
 * the answers there. Each file is a list of questions with their answers. `npm run answers` writes the answers again:
 * then their change shows what changes for users.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Document, isSeq, parse, visit } from 'yaml';
import { ANSWER_MEMBERS, answerTo, type Question } from './doors/golden.ts';
import { openSameDoors, type SameDoors } from './doors/same.ts';

const folder = fileURLToPath(new URL('../answers/', import.meta.url));
let doors: SameDoors;

beforeAll(async () => {
  doors = await openSameDoors({ addressPolicy: { allow: 'any' }, limits: { fetchesPerMinute: 10_000 } });
});

afterAll(() => doors.close());

it.each(readdirSync(folder))('%s', async (name) => {
  const asked = parse(readFileSync(join(folder, name), 'utf8')) as Question[];
  const told: object[] = [];
  for (const row of asked) {
    const members = Object.entries(row).filter(([member]) => !ANSWER_MEMBERS.includes(member));
    const question = Object.fromEntries(members) as unknown as Question;
    told.push({ ...question, ...(await answerTo(question, doors)) });
  }
  await expect(yamlOf(told)).toMatchFileSnapshot(join(folder, name));
});

/** YAML with the arguments of a command on one line. */
function yamlOf(told: readonly object[]): string {
  const document = new Document(told, { aliasDuplicateObjects: false });
  visit(document, {
    Pair(_, { key, value }) {
      if (String(key) === 'args' && isSeq(value)) value.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
