import { camelCase, pascalCase } from './edit.js';

/**
 * Creates a panel of the workbench with its job, its view, and a test that the author completes with the job's answer.
 */
export function newPanel(name) {
  const [job, type] = [camelCase(name), pascalCase(name)];
  const folder = `apps/workbench/src/panels/${name}`;
  return {
    files: {
      [`${folder}/panel.ts`]: `import type { PanelDefinition } from '../panel.ts';

export const panel: PanelDefinition = {
  name: '${name}',
  title: '${type}',
  about: 'What the panel tells about the text.',
  area: 'ask',
  order: 90,
  needsNoFile: true,
  load: async () => (await import('./${name}-panel.tsx')).${type}Panel,
};
`,
      [`${folder}/job.ts`]: `/** What the panel asks of a worker. */
import type { PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    '${name}': { question: ${type}Question; part: never; answer: ${type}Answer };
  }
}

export interface ${type}Question {
  readonly text: string;
}

export interface ${type}Answer {
  readonly text: string;
}

export function ${job}({ text }: ${type}Question): ${type}Answer {
  return { text };
}

export const jobs: PanelJobs<'${name}'> = { '${name}': ${job} };
`,
      [`${folder}/${name}-panel.tsx`]: `/** What the panel answers, in one sentence. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { useAnswer } from '../../parts/use-answer.ts';

export function ${type}Panel(): JSX.Element {
  const [text, setText] = useState('');
  const answered = useAnswer(engine.panel, '${name}', { text }, [text]);
  return (
    <div class="panel-body">
      <div class="form-grid">
        <label for="${name}-text">Text</label>
        <input
          id="${name}-text"
          type="text"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div role="status">
        {answered?.failure !== undefined && <p class="problem">{answered.failure}</p>}
        {answered?.answer && <p>{answered.answer.text}</p>}
      </div>
    </div>
  );
}
`,
      [`${folder}/${name}.test.ts`]: `import { describe, expect, it } from 'vitest';
import { ${job} } from './job.ts';

describe('the ${name} panel', () => {
  it('answers what a user of it expects', () => {
    expect(${job}({ text: 'a question' })).toEqual({ text: 'its answer' });
  });
});
`,
    },
    edits: {},
    next: [
      'write a browser test into apps/workbench/test/browser/panels.test.ts',
      'add the panel to docs/workbench.md',
    ],
  };
}
