import { parseArgs } from 'node:util';

export interface ProofArguments {
  repetitions: number;
  /** Decides where and when faults happen, so that a run can be reproduced. */
  seed: number;
}

/** `--repetitions N --seed S`; the seed is random by default. @throws an Error that says what is wrong */
export function proofArguments(args: string[], repetitions: number): ProofArguments {
  const { values } = parseArgs({ args, options: { repetitions: { type: 'string' }, seed: { type: 'string' } } });
  const parsed = {
    repetitions: values.repetitions === undefined ? repetitions : Number(values.repetitions),
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed),
  };
  if (!Number.isInteger(parsed.repetitions) || parsed.repetitions < 1)
    throw new Error('--repetitions must be a positive integer');
  if (!Number.isInteger(parsed.seed)) throw new Error('--seed must be an integer');
  return parsed;
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
