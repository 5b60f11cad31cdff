import { type AnyCall, calls } from '@shop/contracts';

const pattern = (call: AnyCall) =>
  new RegExp(`^${call.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`);

let served: { call: AnyCall; matches: RegExp }[] = [];

/** Tells the filter which calls this process serves. */
export function serve(own: readonly AnyCall[]): void {
  served = own.map((call) => ({ call, matches: pattern(call) }));
}

/** Methods that a URL of this process answers to. */
export function methodsOf(url: string): string[] {
  const path = url.split('?', 1)[0]!;
  return [...new Set(served.filter(({ matches }) => matches.test(path)).map(({ call }) => call.method))].sort();
}

export const allCalls = (): readonly AnyCall[] => calls;
