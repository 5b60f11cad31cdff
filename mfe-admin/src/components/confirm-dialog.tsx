import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What the button does: `Delete`, not `OK`. */
  confirm: string;
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, children, confirm, busy, onConfirm, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Keep it as it is
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
