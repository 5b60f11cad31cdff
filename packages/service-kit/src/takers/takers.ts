import type { Taker, TakerChange } from '@shop/contracts';
import { Failure } from '../http/failure.ts';

/** Who of the staff works on something, as it is stored with it. */
export interface StoredTaker {
  userId: string;
  at: Date;
}

interface Wish extends TakerChange {
  /** Who asks for it. */
  userId: string;
  now: Date;
  nameOf(userId: string): Promise<string | undefined>;
}

interface TakerStep {
  /** Who has it from now on. */
  taker: StoredTaker | undefined;
  /** Ends the action of the audit trail, `order.taken`. */
  verb: 'taken' | 'taken-over' | 'given-back';
  /** For the audit trail: from whom it was taken over, the name or, of an account that is gone, the id. */
  audited: { takenFrom?: string };
}

/**
 * What changes; `undefined` where nothing does.
 * @throws Failure `attention.taken` where another one has it than who is named
 */
export async function takerStep(
  before: StoredTaker | undefined,
  { userId, isMine, takeFrom, now, nameOf }: Wish,
): Promise<TakerStep | undefined> {
  const taker = { userId, at: now };
  if (before === undefined) return isMine ? { taker, verb: 'taken', audited: {} } : undefined;
  if (before.userId === userId) return isMine ? undefined : { taker: undefined, verb: 'given-back', audited: {} };
  if (!isMine) return undefined;
  const name = await nameOf(before.userId);
  if (before.userId !== takeFrom) {
    throw new Failure('attention.taken', {
      ...(name !== undefined && { message: `${name} works on it already` }),
      details: { name: name ?? null },
    });
  }
  return { taker, verb: 'taken-over', audited: { takenFrom: name ?? before.userId } };
}

/** For an answer, in which it is left out where there is none. */
export const takerView = (taker: StoredTaker | undefined, names: ReadonlyMap<string, string>): { taker?: Taker } =>
  taker === undefined
    ? {}
    : { taker: { userId: taker.userId, name: names.get(taker.userId) ?? null, at: taker.at.toISOString() } };
