import { identity } from '@shop/contracts/browser';
import { call, Fragment, Link, messageOf, toast, useBrowserEvent, useLoader } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { meQuery, type SavedAddress } from '../../components/me.ts';
import { AddressLines } from '../../components/address-lines.tsx';
import s from './profile.module.css';

const FORM = 'account/address-form';

/** The saved addresses; the form if there are none, or while one is edited. */
export function Addresses({ addresses }: { addresses: readonly SavedAddress[] }) {
  const [changing, setChanging] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  /** Between card and form: the focused button goes away. */
  const change = (id: string | undefined) => {
    setChanging(id);
    title.current?.focus();
  };
  const read = () => change(undefined);
  useBrowserEvent('account:address-saved', read);
  useBrowserEvent('account:address-form-closed', read);
  return (
    <section className={s.addresses} aria-labelledby="addresses">
      <div className={s.head}>
        <h2 id="addresses" ref={title} tabIndex={-1}>
          Addresses
        </h2>
        {addresses.length > 0 && changing === undefined && (
          <Link to="/user/add-address" className={buttonClass('secondary')}>
            Add address
          </Link>
        )}
      </div>
      {addresses.length === 0 ? (
        <div className={s.card}>
          <p className={s.note}>No address is saved yet. With one, your next checkout is a few presses.</p>
          <Fragment id={FORM} cancellable={false} />
        </div>
      ) : (
        <ul className={s.list}>
          {addresses.map((address) =>
            address._id === changing ? (
              <li key={address._id} className={`${s.card} ${s.whole}`}>
                <Fragment id={FORM} addressId={address._id} cancellable />
              </li>
            ) : (
              <AddressCard
                key={address._id}
                address={address}
                onChange={() => change(address._id)}
                onButtonGone={() => title.current?.focus()}
              />
            ),
          )}
        </ul>
      )}
    </section>
  );
}

interface CardProps {
  address: SavedAddress;
  onChange(): void;
  /** The button that had the focus went away. */
  onButtonGone(): void;
}

function AddressCard({ address, onChange, onButtonGone }: CardProps) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const loader = useLoader();
  const preload = () => loader.preloadPart(FORM);
  const { _id: id, isDefault, ...fields } = address;
  const { name } = fields;
  const makeDefault = useMutation({
    mutationFn: () => call(identity.changeAddress, { params: { id }, body: { address: fields, isDefault: true } }),
    onSuccess(answer) {
      queryClient.setQueryData(meQuery.queryKey, answer);
      toast.success('Default address changed');
      onButtonGone();
    },
  });
  return (
    <li className={s.card}>
      <address className={s.address}>
        <span className={s.name}>
          <strong>{name}</strong>
          {isDefault && <span className={s.badge}>Default</span>}
        </span>
        <AddressLines address={address} />
      </address>
      <div className={s.actions}>
        <Button look="quiet" onPointerEnter={preload} onFocus={preload} onClick={onChange}>
          Change<span className="visually-hidden"> the address of {name}</span>
        </Button>
        {!isDefault && (
          <Button look="quiet" busy={makeDefault.isPending} onClick={() => makeDefault.mutate()}>
            Make default<span className="visually-hidden">: the address of {name}</span>
          </Button>
        )}
        <Button look="quiet" onClick={() => setAsking(true)}>
          Remove<span className="visually-hidden"> the address of {name}</span>
        </Button>
      </div>
      {isAsking && <RemoveDialog address={address} onClose={() => setAsking(false)} onRemoved={onButtonGone} />}
    </li>
  );
}

function RemoveDialog({
  address: { _id: id, name, street, city },
  onClose,
  onRemoved,
}: {
  address: SavedAddress;
  onClose(): void;
  onRemoved(): void;
}) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(identity.removeAddress, { params: { id } }),
    meta: { quiet: true },
    onSuccess(answer) {
      onClose();
      queryClient.setQueryData(meQuery.queryKey, answer);
      toast.success('Address removed');
      onRemoved();
    },
    onError(error) {
      onClose();
      toast.error(messageOf(error));
      void queryClient.invalidateQueries(meQuery);
    },
  });
  return (
    <Dialog title="Remove this address?" onClose={onClose}>
      <p>
        {name}, {street}, {city}. Orders that were sent there keep it.
      </p>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Keep
        </Button>
        <Button busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}
