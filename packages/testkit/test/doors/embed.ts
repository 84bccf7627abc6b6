/**
 * The element `<robots-ask>`. Pages load its script, which contains a small extract of the registry. The element has no
 * switch for literal tokens.
 */
import type { Door, DoorAnswer } from '@robots-exclusion/testkit';
import type { parse, RobotsDocument, Verdict } from 'robots-exclusion';
import { answersTo, ofRegistry } from './answers.ts';

const SCRIPT = new URL('../../../server/workbench/robots-ask.js', import.meta.url);

/** What the element's function returns. Its own type would bring the types of a page into those of tests. */
type Answer = { verdict: Verdict; crawler?: unknown } | { problem: string };

interface Script {
  answer(document: RobotsDocument, crawler: string, target: string): Answer;
  parse: typeof parse;
}

/** Loads the built script into an environment that provides elements but no page. */
export async function embed(): Promise<Door> {
  const { answer, parse } = await loaded();
  return {
    name: '<robots-ask>',
    takes: ({ status, literal, dialect }) => status === 200 && literal === undefined && dialect === undefined,
    async ask(sheet) {
      const document = parse(sheet.robots);
      return answersTo(sheet, (agent, path): DoorAnswer => {
        const given = answer(document, [agent].flat().join(','), path);
        if ('problem' in given) throw new Error(`<robots-ask>: ${JSON.stringify(agent)}: ${given.problem}`);
        const { verdict, crawler } = given;
        return {
          allowed: verdict.allowed,
          because: verdict.because,
          line: verdict.rule?.line,
          crawler: ofRegistry(crawler),
        };
      });
    },
  };
}

async function loaded(): Promise<Script> {
  const page = { HTMLElement: class {}, customElements: { get: () => true } };
  Object.assign(globalThis, page);
  try {
    return await import(/* @vite-ignore */ SCRIPT.href);
  } finally {
    for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  }
}
