import { toast, toasts, useStore, type Toast } from '@shop/mfe-kit';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './toaster.module.css';

const SHOWN_MS = 4000;

/** Shows the toasts, over the topmost overlay if one is open: outside of a modal dialog nothing can be seen or clicked. */
export default function Toaster() {
  const shown = useStore(toasts);
  const [place, setPlace] = useState<Element>(document.body);
  useEffect(() => {
    setPlace([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body);
  }, [shown]);
  return createPortal(
    <ol className={classes.toasts} aria-label="Messages">
      {shown.map((one) => (
        <Shown key={one.id} toast={one} />
      ))}
    </ol>,
    place,
  );
}

function Shown({ toast: { id, kind, message } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (kind === 'loading' || isHeld) return;
    const timer = setTimeout(() => toast.dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, kind, message, isHeld]);
  return (
    <li
      className={classes.toast}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <span className={classes.mark} aria-hidden="true" />
      {message}
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={() => toast.dismiss(id)}>
        ×
      </button>
    </li>
  );
}
