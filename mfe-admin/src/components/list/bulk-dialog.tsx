import { messageOf } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { useEffect, useRef, useState } from 'react';
import { countText } from '../texts.ts';
import s from './list-screen.module.css';

/** Something that is done to each selected row. */
export interface BulkAction<Row> {
  /** Of the button: `Publish`. */
  name: string;
  /** What will happen. */
  question: string;
  /** Rows that it has nothing to do for are left out. */
  fits(row: Row): boolean;
  run(row: Row): Promise<unknown>;
}

/** Rows that one action is done to. */
export const MOST_AT_ONCE = 500;
const AT_A_TIME = 4;

/** Asks, does it to one row after the other, and says what could not be done and why. */
export function BulkDialog<Row>({
  action,
  count: selected,
  load,
  nameOf,
  counted,
  onDone,
  onClose,
}: {
  action: BulkAction<Row>;
  count: number;
  load(): Promise<readonly Row[]>;
  nameOf(row: Row): string;
  counted: readonly [one: string, many?: string];
  /** Something was changed. */
  onDone(): void;
  onClose(): void;
}) {
  // The selection is over when it is done.
  const [count] = useState(selected);
  const [done, setDone] = useState(0);
  const [left, setLeft] = useState<number>();
  const [failed, setFailed] = useState<readonly { name: string; why: string }[]>([]);
  const [state, setState] = useState<'asks' | 'runs' | 'ended'>('asks');
  const [trouble, setTrouble] = useState<string>();
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const run = async () => {
    isStopped.current = false;
    setTrouble(undefined);
    setState('runs');
    let rows: readonly Row[];
    try {
      rows = (await load()).filter((row) => action.fits(row));
    } catch (error) {
      setTrouble(messageOf(error));
      setState('asks');
      return;
    }
    setLeft(rows.length);
    const waiting = [...rows];
    const work = async () => {
      for (let row = waiting.shift(); row !== undefined && !isStopped.current; row = waiting.shift()) {
        const one = row;
        try {
          await action.run(one);
          setDone((number) => number + 1);
        } catch (error) {
          setFailed((others) => [...others, { name: nameOf(one), why: messageOf(error) }]);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    onDone();
    setState('ended');
  };
  return (
    <Dialog title={`${action.name}: ${countText(count, ...counted)}`} onClose={onClose}>
      {state === 'asks' && <p>{action.question}</p>}
      {count > MOST_AT_ONCE && state === 'asks' && (
        <p>{MOST_AT_ONCE} at once: of more, the first ones. Please filter for fewer, or do it several times.</p>
      )}
      {trouble && <p role="alert">{trouble}</p>}
      {state !== 'asks' && (
        <p role="status">
          {left === undefined
            ? 'Looking for them…'
            : state === 'runs'
              ? `${done + failed.length} of ${left}`
              : `Done for ${countText(done, ...counted)}${left === 0 ? ': there was nothing to do' : ''}`}
        </p>
      )}
      {failed.length > 0 && (
        <ul className={s.failed}>
          {failed.map(({ name, why }) => (
            <li key={name}>
              {name}: {why}
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        {state === 'ended' ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button look="secondary" onClick={onClose}>
              {state === 'runs' ? 'Stop' : 'Keep them as they are'}
            </Button>
            <Button busy={state === 'runs'} onClick={() => void run()}>
              {action.name}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
