/** The records of `packages/core/src/agents/data` as JSON, which V8 parses four times as fast as JavaScript. */
import { build } from 'esbuild';

const DATA = /\/core\/src\/agents\/data\/index\.ts$/;

/** A rolldown plugin. */
export function recordedAgentsAsJson() {
  return {
    name: 'recorded-agents-as-json',
    async load(id) {
      if (!DATA.test(id)) return null;
      const lists = JSON.stringify(await listsIn(id));
      return `import { defineAgents } from '../define-agents.ts';
        export function recordedAgents() {
          return JSON.parse(${JSON.stringify(lists)}).flatMap(([shared, records]) => defineAgents(shared, records));
        }`;
    },
  };
}

/** The arguments with which the files in `data/` call `defineAgents`. */
async function listsIn(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [
      {
        name: 'arguments-only',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/define-agents\.ts$/ }, () => ({
            contents: 'export const defineAgents = (shared, records) => [[shared, records]];',
          })),
      },
    ],
  });
  const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;
  return (await import(url)).recordedAgents();
}
