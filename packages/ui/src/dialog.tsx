import { useEffect, useId, useLayoutEffect, useRef, type ReactNode, type SubmitEventHandler } from 'react';
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
        // A file picker in it was cancelled.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (event.cancelable) onClose();
      }}
      // Chromium closes at a second Escape without asking the page: it is opened again to ask.
      onClose={({ currentTarget }) => {
        if (currentTarget.open) return;
        currentTarget.showModal();
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

export const LEAVE_QUESTION = 'What you wrote is not saved. Leave it all the same?';

/** What is written in a form, to compare it with what it is later. */
const writtenIn = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [value.name, value.size, value.lastModified],
    ]),
  );

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={s.actions}>{children}</div>;
}

/** A dialog with a form: its fields, and the buttons to cancel and to save. It asks before what was written is lost. */
export function FormDialog({
  save = 'Save',
  cancel = 'Cancel',
  busy,
  onSubmit,
  onClose,
  children,
  ...dialog
}: Props & { save?: string; cancel?: string; busy: boolean; onSubmit: SubmitEventHandler }) {
  const form = useRef<HTMLFormElement>(null);
  const opened = useRef('');
  // Once the fields have their values.
  useEffect(() => {
    opened.current = writtenIn(form.current!);
  }, []);
  const close = () => {
    if (writtenIn(form.current!) === opened.current || window.confirm(LEAVE_QUESTION)) onClose();
  };
  return (
    <Dialog {...dialog} onClose={close}>
      <form ref={form} className={s.form} onSubmit={onSubmit} noValidate>
        {children}
        <DialogActions>
          <Button look="secondary" onClick={close}>
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
