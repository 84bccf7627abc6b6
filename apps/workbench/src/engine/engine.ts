/** The workers of the page: one for what takes long, one for what must answer at once, one for the linter. */
import { Lane } from './lane.ts';

function start(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'robots-exclusion' });
}

export interface Engine {
  readonly matrix: Lane;
  readonly trace: Lane;
  readonly detail: Lane;
  readonly lint: Lane;
  /** For what is asked only where somebody looks. */
  readonly survey: Lane;
}

export const engine: Engine = {
  matrix: new Lane(start),
  trace: new Lane(start),
  detail: new Lane(start),
  lint: new Lane(start),
  survey: new Lane(start),
};
