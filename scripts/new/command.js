import { camelCase, insertBefore } from './edit.js';

/** Creates a subcommand that prints its argument, and a test of the intended output. */
export function newCommand(name) {
  const build = `${camelCase(name)}Command`;
  return {
    files: {
      [`packages/cli/src/commands/${name}.ts`]: `/** \`robots ${name}\`: what it does, in one line. */
import { Command } from 'commander';
import { ExitCode } from '../exit-codes.ts';

const help = \`
What the reader must know that the options do not say.

Exit codes: 0 done, 2 wrong usage.

Examples:
  $ robots ${name} robots.txt\`;

export function ${build}(onExit: (code: ExitCode) => void): Command {
  return new Command('${name}')
    .description('Says what it does, in one sentence.')
    .argument('<file>', 'a robots.txt')
    .addHelpText('after', help)
    .action(async (file: string) => {
      const { writeOut } = await import('../output/stdout.ts');
      await writeOut([file]);
      onExit(ExitCode.allowed);
    });
}
`,
      [`packages/cli/test/${name}.test.ts`]: `import { describe, expect, it } from 'vitest';
import { robots } from './command.ts';

describe('robots ${name}', () => {
  it('prints what its help promises', async () => {
    const { stdout, exit } = await robots(['${name}', 'robots.txt']);
    expect([stdout, exit]).toEqual(['what its help promises\\n', 0]);
  });
});
`,
    },
    edits: {
      'packages/cli/src/commands/command-entries.ts': (text) =>
        insertBefore(
          text,
          "  {\n    name: 'demo',",
          `  {
    name: '${name}',
    summary: 'what it does, in a few words',
    load: async () => (await import('./${name}.ts')).${build},
  },
`,
        ),
    },
    generate: ['packages/cli/scripts/generate-config-schema.js'],
    next: [
      'npm run build: the tests run what was built',
      'add a section to docs/command.md, and the name to packages/cli/test/usage.test.ts',
    ],
  };
}
