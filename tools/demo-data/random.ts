import { randomFrom as randomFromNumber } from '@shop/jewellery/random.ts';

/** Deterministic pseudo-random numbers in [0, 1), seeded by a text (FNV-1a hash). */
export function randomFrom(seed: string): () => number {
  let hash = 0x811c9dc5;
  for (const letter of seed) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return randomFromNumber(hash);
}

export const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
