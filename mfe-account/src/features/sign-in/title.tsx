import { useEffect, useRef } from 'react';
import s from './sign-in.module.css';

/** Of a step. Where the form that had the focus is gone, the next one is announced from its title on. */
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
