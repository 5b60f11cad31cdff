import type { AnswerOf, payment, Permission } from '@shop/contracts/browser';
import { useSession } from '@shop/mfe-kit';
import { May } from './may.tsx';
import { RowButton } from './row-button.tsx';
import s from './taker.module.css';
import { momentText } from './texts.ts';

export type WhoTook = NonNullable<AnswerOf<typeof payment.listAttention>['attention'][number]['taker']>;

interface Props {
  taker: WhoTook | undefined;
  /** Nothing is left to do: it is neither taken nor given back. */
  isDone?: boolean;
  /** What is taken, read out after the label. */
  of: string;
  /** Needed to take it. */
  permission: Permission;
  onTake(isMine: boolean): void;
}

/** Who of the staff took something and when; one can take what is free, and give back one’s own. */
export function Taker({ taker, isDone = false, of, permission, onTake }: Props) {
  const { user } = useSession();
  const isMine = taker !== undefined && taker.userId === user?._id;
  return (
    <span className={s.taker}>
      {taker && <span>{isMine ? 'You' : (taker.name ?? 'An account that is gone')}</span>}
      {taker && <span className={s.since}>since {momentText(taker.at)}</span>}
      {!isDone && (!taker || isMine) && (
        <May permission={permission}>
          <RowButton of={of} onClick={() => onTake(!isMine)}>
            {isMine ? 'Give back' : 'Take'}
          </RowButton>
        </May>
      )}
    </span>
  );
}
