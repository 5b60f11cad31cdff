import { cartOrder } from '@shop/contracts/browser';
import { call, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Wishlist, wishlistQuery } from '../../components/wishlist/list.ts';
import s from './wishlist-page.module.css';

/** The link of the list: made, shown and taken back. */
export function ShareList({ share }: { share: Wishlist['share'] }) {
  const queryClient = useQueryClient();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const show = (next: Wishlist['share']) =>
    queryClient.setQueryData(wishlistQuery.queryKey, (list) => {
      if (!list) return list;
      const { share: _, ...rest } = list;
      return next ? { ...rest, share: next } : rest;
    });
  const sharing = useMutation({
    mutationFn: (showName: boolean) => call(cartOrder.shareWishlist, { body: { showName } }),
    onSuccess: (answer) => show(answer.share),
  });
  const ending = useMutation({
    mutationFn: () => call(cartOrder.unshareWishlist),
    onSuccess: () => {
      show(undefined);
      setOpen(false);
      toast.success('Your link does not work any more');
    },
  });
  const url = share && new URL(`/wishlist/shared/${share.token}`, window.location.origin).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url!);
      toast.success('Link copied');
    } catch {
      // Not allowed, or plain HTTP: the link is selected to be copied by hand.
      document.getElementById(`${id}-link`)?.focus();
    }
  };
  return (
    <section className={s.share} aria-label="Share your wishlist">
      <Button
        look="secondary"
        aria-expanded={isOpen}
        aria-controls={`${id}-panel`}
        busy={sharing.isPending && !share}
        onClick={() => {
          if (!share && !isOpen) sharing.mutate(false);
          setOpen(!isOpen);
        }}
      >
        {share ? 'Shared by link' : 'Share this list'}
      </Button>
      <div id={`${id}-panel`} className={s.panel} hidden={!isOpen || !share}>
        {share && (
          <>
            <label htmlFor={`${id}-link`}>Who has this link sees your list, and cannot change it</label>
            <input
              id={`${id}-link`}
              className={s.url}
              readOnly
              value={url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Checkbox
              checked={share.showName}
              disabled={sharing.isPending}
              onChange={(event) => sharing.mutate(event.currentTarget.checked)}
            >
              Show my first name
            </Checkbox>
            <p className={s.actions}>
              <Button onClick={() => void copy()}>Copy the link</Button>
              <Button look="quiet" busy={ending.isPending} onClick={() => ending.mutate()}>
                Stop sharing
              </Button>
            </p>
          </>
        )}
      </div>
    </section>
  );
}
