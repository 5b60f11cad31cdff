import { useId, useLayoutEffect, useRef, type FormEventHandler, type ReactNode } from 'react';
import { Button } from './button.tsx';
import s from './dialog.module.css';

interface Props {
  title: string;
  /** In the middle, or at the right edge for forms beside what they belong to. */
  kind?: 'panel' | 'drawer';
  /** Escape, or a press beside it. */
  onClose(): void;
  children: ReactNode;
}

/** A small question or form over the page, for as long as it is rendered. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, kind = 'panel', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const pressedBeside = useRef(false);
  // Closed before it leaves the document: afterwards the browser would not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={s.dialog}
      data-kind={kind}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Text that is marked to beyond the edge ends in a click beside the dialog, which did not begin there.
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && pressedBeside.current) onClose();
      }}
    >
      <div className={s.content}>
        <h2 id={titleId} className={s.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** The buttons at a dialog's end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={s.actions}>{children}</div>;
}

/** A dialog that is a form: its fields, and Cancel and Save below them. What is wrong stands at the fields. */
export function FormDialog({
  save = 'Save',
  busy,
  onSubmit,
  children,
  ...dialog
}: Props & { save?: string; busy: boolean; onSubmit: FormEventHandler }) {
  return (
    <Dialog {...dialog}>
      <form className={s.form} onSubmit={onSubmit} noValidate>
        {children}
        <DialogActions>
          <Button look="secondary" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
