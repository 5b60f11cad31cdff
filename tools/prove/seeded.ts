import { parseArgs } from 'node:util';

export interface ProofArguments {
  repetitions: number;
  /** Decides where and when faults happen, so that a run can be repeated. */
  seed: number;
}

/** `--repetitions N --seed S`; the seed is a new one unless given. Throws an Error that says what is wrong. */
export function proofArguments(args: string[], repetitions: number): ProofArguments {
  const { values } = parseArgs({ args, options: { repetitions: { type: 'string' }, seed: { type: 'string' } } });
  const parsed = {
    repetitions: values.repetitions === undefined ? repetitions : Number(values.repetitions),
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed),
  };
  if (!Number.isInteger(parsed.repetitions) || parsed.repetitions < 1)
    throw new Error('--repetitions is a whole number from 1');
  if (!Number.isInteger(parsed.seed)) throw new Error('--seed is a whole number');
  return parsed;
}

/** A number from 0 to below 1 at each call, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
