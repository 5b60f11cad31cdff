import { useEffect, useState } from 'react';
import s from '../checkout.module.css';

/** Countdown of the hold on the pieces. */
export function HoldCountdown({ until, onOver }: { until: string; onOver(): void }) {
  const left = useSecondsLeft(until);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) onOver();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, on expiry
  }, [isOver]);
  return (
    <p className={s.held}>
      Your pieces are held for you
      {left > 0 && (
        <>
          {' '}
          for <span className={s.clock}>{clock(left)}</span>
        </>
      )}
      .
    </p>
  );
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function useSecondsLeft(until: string): number {
  const leftNow = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000));
  const [left, setLeft] = useState(leftNow);
  useEffect(() => {
    setLeft(leftNow());
    const timer = setInterval(() => setLeft(leftNow()), 1000);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `leftNow` is derived from `until`
  }, [until]);
  return left;
}
