/** Browser storage. If the browser refuses, nothing is stored, and the page still works. */

export function readStored(name: string): unknown {
  return read(() => localStorage, name);
}

/** Reads a value stored for this tab only, because each tab has a separate draft. */
export function readTabStored(name: string): unknown {
  return read(() => sessionStorage, name);
}

function read(storage: () => Storage, name: string): unknown {
  try {
    const text = storage().getItem(PREFIX + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** False if it could not be stored. */
export function writeStored(name: string, value: unknown): boolean {
  return write(() => localStorage, name, value);
}

/** False if it could not be stored. */
export function writeTabStored(name: string, value: unknown): boolean {
  return write(() => sessionStorage, name, value);
}

function write(storage: () => Storage, name: string, value: unknown): boolean {
  try {
    storage().setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Calls `then` when another tab of this browser writes a value with that name. */
export function whenStoredElsewhere(name: string, then: () => void): void {
  addEventListener('storage', ({ key, storageArea }) => {
    if (key === PREFIX + name && storageArea === localStorage) then();
  });
}

const PREFIX = 'robots-workbench:';
