/** The number that Python's `float` reads; `undefined` if there is none. */
export function pythonFloat(value: string): number | undefined {
  return FLOAT.test(value) ? Number(value.replaceAll('_', '')) : undefined;
}

const FLOAT = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;
