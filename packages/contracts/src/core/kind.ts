/** Kind of a declaration. Stored in a WeakMap, so that declarations have only their own fields. */
export type Kind = 'call' | 'event' | 'errors' | 'fragment' | 'browser-event' | 'provider' | 'retired-provider';

const kinds = new WeakMap<object, Kind>();

/** Marks a declaration; used by the `define…` functions only. */
export function mark<T extends object>(kind: Kind, declaration: T): T {
  kinds.set(declaration, kind);
  return declaration;
}

export function kindOf(value: unknown): Kind | undefined {
  return typeof value === 'object' && value !== null ? kinds.get(value) : undefined;
}
