import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

/** A value outside of React to which components subscribe. */
export interface Store<T> {
  /** The value that the server rendered with. */
  readonly initial: T;
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const never = () => () => {};

/**
 * Subscribes to a store in transitions, so that it may be used above a fragment: an urgent update there would make React drop
 * the server's HTML of a part whose code is not loaded yet. So would a context, whose changes reach every part that is not
 * hydrated. While hydrating, the value is the one that the server rendered with.
 */
export function useStore<T>(store: Store<T>): T {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [value, setValue] = useState<T>(() => (hydrating ? store.initial : store.get()));
  useEffect(() => {
    const update = () => startTransition(() => setValue(() => store.get()));
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}
