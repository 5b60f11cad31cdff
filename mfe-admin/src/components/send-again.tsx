import { content } from '@shop/contracts/browser';
import { call, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAILS_KEY, type Mail } from '../api/mails.ts';
import { ORDERS_KEY } from '../api/orders.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import form from './form.module.css';
import { May } from './may.tsx';
import { momentText, sentence } from './texts.ts';

/** Sends a mail again: at once where it was given up, and after a question where it was sent. */
export function SendAgain({ mail }: { mail: Mail }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { _id: id, to, state, isKept, sentAt } = mail;
  const onSent = async () => {
    toast.success('The mail is on its way again');
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: MAILS_KEY }),
      queryClient.invalidateQueries({ queryKey: [...ORDERS_KEY, 'one', mail.orderId, 'mails'] }),
    ]);
  };
  const retry = useMutation({ mutationFn: () => call(content.retryMail, { params: { id } }), onSuccess: onSent });
  if (state !== 'dead' && (state !== 'sent' || to === null)) return null;
  return (
    <May permission="mails.retry">
      {state === 'sent' && isKept === false ? (
        <p className={form.soft}>It cannot be sent again: what a mail said is kept for a month.</p>
      ) : (
        <Button
          look="secondary"
          busy={retry.isPending}
          onClick={() => (state === 'dead' ? retry.mutate() : setAsking(true))}
        >
          Send again<span className="visually-hidden"> to {to ?? 'nobody'}</span>
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Send this mail again?"
          confirm="Send again"
          action={async () => {
            await call(content.sendMailAgain, { params: { id } });
            await onSent();
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            “{sentence(mail.kind)}” says the same as {sentAt ? `on ${momentText(sentAt)}` : 'before'}, and goes to {to},
            the address that the account has now.
          </p>
        </ConfirmDialog>
      )}
    </May>
  );
}
