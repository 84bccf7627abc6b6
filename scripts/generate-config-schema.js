/**
 * Writes `spec/schema/config.json`, the schema of `robots.config.json`, from the options of the commands.
 * With `--check` it only says whether the file is as it would be written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandEntries } from '../packages/cli/dist/commands/command-entries.js';
import { settableOptions, variableOf } from '../packages/cli/dist/settings/apply-settings.js';

const FILE = new URL('../spec/schema/config.json', import.meta.url);

function schemaOf(option) {
  const description = `${option.description} (${variableOf(option)})`;
  if (option.isBoolean()) return { type: 'boolean', description };
  if (option.argChoices) return { enum: [...option.argChoices], description };
  const one = {
    type: /<number>/.test(option.flags) ? 'integer' : /<seconds>/.test(option.flags) ? 'number' : 'string',
  };
  return isRepeated(option)
    ? { anyOf: [one, { type: 'array', items: one }], description }
    : { ...one, description };
}

/** Whether values add up, found by trying. */
function isRepeated({ parseArg }) {
  try {
    return Array.isArray(parseArg?.('x', parseArg('x', undefined)));
  } catch {
    return false;
  }
}

function optionsOf(command) {
  return [command, ...command.commands].flatMap((one) => settableOptions(one));
}

function membersOf(options) {
  const members = options.map((option) => [option.attributeName(), schemaOf(option)]);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const commands = await Promise.all(
  commandEntries.map(async (entry) => ({ entry, command: (await entry.load())(() => {}) })),
);
const sections = commands.map(({ entry, command }) => [
  entry.name,
  {
    type: 'object',
    description: `Only for \`robots ${entry.name}\`.`,
    properties: membersOf(optionsOf(command)),
    additionalProperties: false,
  },
]);
/** What commands differ in is left to their own parts. */
const everywhere = new Map();
for (const { command } of commands) {
  for (const [name, schema] of Object.entries(membersOf(optionsOf(command)))) {
    everywhere.set(
      name,
      everywhere.has(name) && JSON.stringify(everywhere.get(name)) !== JSON.stringify(schema) ? {} : schema,
    );
  }
}
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Settings of the command robots',
  description: 'robots.config.json: options by name, for all commands that have them or for one.',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    ...Object.fromEntries([...everywhere].sort()),
    ...Object.fromEntries(sections),
  },
  additionalProperties: false,
};
const text = `${JSON.stringify(schema, undefined, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('spec/schema/config.json is not up to date: run node scripts/generate-config-schema.js');
  process.exitCode = 1;
}
