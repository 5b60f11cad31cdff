import { toast, toasts, useStore, type Toast } from '@shop/mfe-kit';
import { Toast as Message } from '@shop/ui/toast.tsx';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './toaster.module.css';

const SHOWN_MS = 4000;

/** Shows the toasts, over the topmost overlay if one is open: outside of a modal dialog nothing can be seen or clicked. */
export default function Toaster() {
  const shown = useStore(toasts);
  const [held, setHeld] = useState<number | null>(null);
  return (
    <>
      {shown.map((one) => (
        <Expiry key={one.id} toast={one} isHeld={one.id === held} />
      ))}
      {createPortal(
        <ol className={classes.toasts} aria-label="Messages">
          {shown.map((one) => (
            <Shown key={one.id} toast={one} hold={setHeld} />
          ))}
        </ol>,
        useTopmost(),
      )}
    </>
  );
}

/** Where the visitor can see and reach something: the last dialog that opened, else the page. */
function useTopmost(): Element {
  const [topmost, setTopmost] = useState<Element>(document.body);
  useEffect(() => {
    const look = () => setTopmost([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body);
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, []);
  return topmost;
}

/** Not within what is shown, which is made anew when it moves to another dialog. */
function Expiry({ toast: { id, kind, message }, isHeld }: { toast: Toast; isHeld: boolean }) {
  useEffect(() => {
    if (kind === 'loading' || isHeld) return;
    const timer = setTimeout(() => toast.dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, kind, message, isHeld]);
  return null;
}

function Shown({ toast: { id, kind, message }, hold }: { toast: Toast; hold: (id: number | null) => void }) {
  const dismiss = () => {
    // What is taken away from under the pointer is not left by it, and its id may come back with an outcome.
    hold(null);
    toast.dismiss(id);
  };
  return (
    <li
      onPointerEnter={() => hold(id)}
      onPointerLeave={() => hold(null)}
      onFocus={() => hold(id)}
      onBlur={() => hold(null)}
    >
      <Message kind={kind} onDismiss={dismiss}>
        {message}
      </Message>
    </li>
  );
}
