/**
 * Writes `spec/schema/config.json`, the schema of `robots.config.json`, from the options of the commands.
 * With `--check`, only reports whether the file is up to date.
 */

import { jsonText, keep } from '../../../scripts/generated.js';
import { commandEntries } from '../dist/commands/command-entries.js';
import { allSettableOptions, COMMON, commonVariableOf, variableOf } from '../dist/settings/names.js';

function schemaOf(option, variable) {
  const description = `${option.description} (${variable})`;
  if (option.isBoolean()) return { type: 'boolean', description };
  if (option.argChoices) return { enum: [...option.argChoices], description };
  const one = {
    type: /<number>/.test(option.flags) ? 'integer' : /<seconds>/.test(option.flags) ? 'number' : 'string',
  };
  return isRepeated(option)
    ? { anyOf: [one, { type: 'array', items: one }], description }
    : { ...one, description };
}

/** Whether the option collects repeated values. Only calling its parser shows this. */
function isRepeated({ parseArg }) {
  try {
    return Array.isArray(parseArg?.('x', parseArg('x', undefined)));
  } catch {
    return false;
  }
}

function membersOf(options, nameOf) {
  const members = options.map((option) => [option.attributeName(), schemaOf(option, nameOf(option))]);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const commands = await Promise.all(commandEntries.map(async (entry) => (await entry.load())(() => {})));
const sections = commands.map((command) => {
  const name = command.name();
  return [
    name,
    {
      type: 'object',
      description: `Only for \`robots ${name}\`.`,
      properties: membersOf(allSettableOptions(command), (option) => variableOf(name, option)),
      additionalProperties: false,
    },
  ];
});
/** Takes the shortest description of each common option, because the longer ones state a command's own default. */
const common = COMMON.map((name) => {
  const options = commands.flatMap(allSettableOptions).filter((option) => option.attributeName() === name);
  const [option] = options.sort((a, b) => a.description.length - b.description.length);
  return [name, schemaOf(option, commonVariableOf(option))];
});
/** Common options by name. A command may have the same name as a common option. */
const shared = new Map(common);
const members = sections.map(([name, schema]) => [
  name,
  shared.has(name) ? { anyOf: [shared.get(name), schema] } : schema,
]);
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Settings of the command robots',
  description:
    'robots.config.json: a section for each command, and a few options that mean the same in every command.',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    ...Object.fromEntries(common),
    ...Object.fromEntries(members),
  },
  additionalProperties: false,
};
keep('spec/schema/config.json', jsonText(schema));
