import type { Taker } from '@shop/contracts';
import { Failure } from '../http/failure.ts';

/** Who of the staff works on something, as it is stored with it. */
export interface StoredTaker {
  userId: string;
  at: Date;
}

interface TakerChange {
  userId: string;
  /** Takes it; else gives it back. */
  isMine: boolean;
  now: Date;
  nameOf(userId: string): Promise<string | undefined>;
}

/**
 * Who has it after the change: `before` itself where nothing changes, `undefined` for nobody of the staff.
 * @throws Failure `attention.taken`
 */
export async function takerAfter(
  before: StoredTaker | undefined,
  { userId, isMine, now, nameOf }: TakerChange,
): Promise<StoredTaker | undefined> {
  const isOthers = before !== undefined && before.userId !== userId;
  if (isOthers && isMine) {
    const name = await nameOf(before.userId);
    throw new Failure('attention.taken', {
      ...(name && { message: `${name} works on it already` }),
      details: { name: name ?? null },
    });
  }
  if (isOthers || isMine === (before !== undefined)) return before;
  return isMine ? { userId, at: now } : undefined;
}

/** For an answer, in which it is left out where there is none. */
export const takerView = (taker: StoredTaker | undefined, names: ReadonlyMap<string, string>): { taker?: Taker } =>
  taker === undefined
    ? {}
    : { taker: { userId: taker.userId, name: names.get(taker.userId) ?? null, at: taker.at.toISOString() } };
