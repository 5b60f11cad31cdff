import type { AnswerOf, payment } from '@shop/contracts/browser';
import { toast, useSession } from '@shop/mfe-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { WORK, type WorkKind } from '../api/work.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { May } from './may.tsx';
import { RowButton } from './row-button.tsx';
import s from './taker.module.css';
import { momentText } from './texts.ts';

export type WhoTook = NonNullable<AnswerOf<typeof payment.listAttention>['attention'][number]['taker']>;

interface Props {
  kind: WorkKind;
  /** Of the record in its service. */
  id: string;
  taker: WhoTook | undefined;
  /** Nothing is left to do: it is neither taken nor given back. */
  isDone?: boolean;
  /** What is taken: read out after the label, and named where one confirms. */
  of: string;
}

const nameOf = ({ name }: WhoTook): string => name ?? 'An account that is gone';

/** Who of the staff took something and when. One can take what is free, give back one’s own, and take over what another one has. */
export function Taker({ kind, id, taker, isDone = false, of }: Props) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  /** Who had it when one asked to take it over: the service refuses it where another one has it by then. */
  const [from, setFrom] = useState<WhoTook>();
  const { key, take, change } = WORK[kind];
  const save = async (body: Parameters<typeof change>[1]): Promise<void> => {
    try {
      await change(id, body);
      toast.success(body.isMine ? 'It is yours' : 'It is free again');
    } finally {
      // Also after a refusal: another one may have taken it first.
      void queryClient.invalidateQueries({ queryKey: key });
    }
  };
  const { mutate } = useMutation({ mutationFn: save });
  const isMine = taker !== undefined && taker.userId === user?._id;
  return (
    <span className={s.taker}>
      {taker && <span>{isMine ? 'You' : nameOf(taker)}</span>}
      {taker && <span className={s.since}>since {momentText(taker.at)}</span>}
      {!isDone && (
        <May permission={take}>
          {taker && !isMine ? (
            <RowButton of={of} onClick={() => setFrom(taker)}>
              Take over…
            </RowButton>
          ) : (
            <RowButton of={of} onClick={() => mutate({ isMine: !isMine })}>
              {isMine ? 'Give back' : 'Take'}
            </RowButton>
          )}
        </May>
      )}
      {from && (
        <ConfirmDialog
          title={`Take over from ${from.name ?? 'an account that is gone'}?`}
          confirm="Take over"
          action={() => save({ isMine: true, takeFrom: from.userId })}
          onClose={() => setFrom(undefined)}
        >
          <p>{of}</p>
          <p>
            {nameOf(from)} has worked on it since {momentText(from.at)}. It will be yours, and the audit trail will say
            from whom you took it.
          </p>
        </ConfirmDialog>
      )}
    </span>
  );
}
