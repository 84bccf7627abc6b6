import type { OwnWay } from '../engine/own-way.ts';

export const PYTHON_FLOAT: OwnWay<(value: string) => number | undefined> = {
  run: pythonFloat,
  inWords: 'A Crawl-delay is any number that Python’s float accepts.',
};

/** The number that Python's `float` reads; `undefined` if there is none. */
function pythonFloat(value: string): number | undefined {
  return FLOAT.test(value) ? Number(value.replaceAll('_', '')) : undefined;
}

const FLOAT = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;
