/** A mutable value that notifies subscribers of changes. */
import { useEffect, useState } from 'preact/hooks';

export interface Store<State> {
  get(): State;
  set(change: Partial<State>): void;
  /** Called after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns a part of the store's value, and re-renders the component when that part changes. */
export function useStore<State extends object, Part>(
  store: Store<State>,
  part: (state: State) => Part,
): Part {
  const [value, setValue] = useState(() => ({ part: part(store.get()) }));
  const now = part(store.get());
  useEffect(() => {
    const look = (): void =>
      setValue((before) => {
        const next = part(store.get());
        return Object.is(before.part, next) ? before : { part: next };
      });
    // Effects run after the frame is drawn, so the value may have changed before this subscription starts.
    look();
    return store.subscribe(look);
  }, [store]);
  return Object.is(value.part, now) ? value.part : now;
}
