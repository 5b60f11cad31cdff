import { toast, toasts, useStore, type Toast } from '@shop/mfe-kit';
import { Toast as Message } from '@shop/ui/toast.tsx';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './toaster.module.css';

const SHOWN_MS = 4000;

/** Shows toasts in the topmost open dialog: nothing outside of a modal dialog is visible or clickable. */
export default function Toaster() {
  const shown = useStore(toasts);
  const [held, setHeld] = useState<number | null>(null);
  return (
    <>
      {shown.map((one) => (
        <Expiry key={one.id} toast={one} isHeld={one.id === held} />
      ))}
      {createPortal(
        <section aria-label="Messages">
          <ol className={classes.toasts}>
            {shown.map((one) => (
              <Shown key={one.id} toast={one} hold={setHeld} />
            ))}
          </ol>
        </section>,
        useTopmost(),
      )}
    </>
  );
}

/** The last dialog that opened, else the page. */
function useTopmost(): Element {
  const [topmost, setTopmost] = useState<Element>(document.body);
  useEffect(() => {
    const update = () => setTopmost([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body);
    update();
    const observer = new MutationObserver(update);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, []);
  return topmost;
}

/** A separate component, because the shown toast is remounted when it moves to another dialog. */
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
    // A removed element gets no `pointerleave`, and a loading toast's id is reused for its outcome.
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
