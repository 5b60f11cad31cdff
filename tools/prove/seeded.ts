/** Of `--seed`, which decides what a proof plays, so that a run can be reproduced; random by default. */
export function seedOf(text: string | undefined): number {
  const seed = text === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(text);
  if (!Number.isInteger(seed)) throw new Error('--seed must be an integer');
  return seed;
}

/** Of an option such as `--histories`. */
export function countOf(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${option} must be a positive integer`);
  return count;
}

/** A generator of numbers in [0, 1), deterministic per seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
