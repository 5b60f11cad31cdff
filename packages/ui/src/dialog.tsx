import { useId, useLayoutEffect, useRef, type ReactNode, type SubmitEventHandler } from 'react';
import { Button } from './button.tsx';
import s from './dialog.module.css';

interface Props {
  title: string;
  /** `panel`: centred; `drawer`: at the right edge; `search`: wider, at the top, where a field stays while results change. */
  kind?: 'panel' | 'drawer' | 'search';
  /** Called for Escape and for a click on the backdrop. */
  onClose(): void;
  children: ReactNode;
}

/** A modal dialog, open for as long as it is rendered. The browser traps and restores the focus. */
export function Dialog({ title, kind = 'panel', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const pressedBeside = useRef(false);
  // Closed before it is removed from the document: otherwise the browser does not restore the focus.
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
      // A text selection dragged onto the backdrop ends in a click there.
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

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={s.actions}>{children}</div>;
}

/** A dialog with a form: its fields, and the buttons to cancel and to save. */
export function FormDialog({
  save = 'Save',
  cancel = 'Cancel',
  busy,
  onSubmit,
  children,
  ...dialog
}: Props & { save?: string; cancel?: string; busy: boolean; onSubmit: SubmitEventHandler }) {
  return (
    <Dialog {...dialog}>
      <form className={s.form} onSubmit={onSubmit} noValidate>
        {children}
        <DialogActions>
          <Button look="secondary" onClick={dialog.onClose}>
            {cancel}
          </Button>
          <Button type="submit" busy={busy}>
            {save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
