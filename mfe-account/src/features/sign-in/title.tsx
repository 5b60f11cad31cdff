import { useEffect, useRef } from 'react';
import s from './sign-in.module.css';

/** Title of a step. If the focused form was removed, the focus moves here, so that the next step is announced. */
export function Title({ takesFocus, children }: { takesFocus: boolean; children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <h2 ref={title} tabIndex={-1} className={s.title}>
      {children}
    </h2>
  );
}
