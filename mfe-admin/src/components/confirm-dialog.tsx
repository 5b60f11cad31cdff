import { messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** Label of the button: `Delete`, not `OK`. */
  confirm: string;
  /** The dialog closes when it settles; a rejection is a toast. */
  action(): Promise<unknown>;
  /** Shown for an error without a message of the service. */
  failure?: string;
  onClose(): void;
}

/** Asks before an action that cannot be undone, and runs it. */
export function ConfirmDialog({ title, children, confirm, action, failure, onClose }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    meta: { quiet: true },
    onError: (error) => toast.error(messageOf(error, failure)),
    onSettled: onClose,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Keep it as it is
        </Button>
        <Button busy={isPending} onClick={() => mutate()}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
