/** The workers of the page. Each starts when it gets its first job. */
import { Lane } from './lane.ts';

function start(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'robots-exclusion' });
}

export interface Engine {
  readonly matrix: Lane;
  readonly trace: Lane;
  /** For the answer that appears immediately; runs no slow jobs. */
  readonly detail: Lane;
  readonly lint: Lane;
  /** For the details beside the answer. */
  readonly survey: Lane;
  readonly panel: Lane;
  readonly list: Lane;
}

export const engine: Engine = {
  matrix: new Lane(start),
  trace: new Lane(start),
  detail: new Lane(start),
  lint: new Lane(start),
  survey: new Lane(start),
  panel: new Lane(start),
  list: new Lane(start),
};
