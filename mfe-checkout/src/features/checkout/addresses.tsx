import { Fragment, useBrowserEvent } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addressesQuery, type SavedAddress } from './api.ts';
import s from './checkout.module.css';

interface Props {
  chosen: SavedAddress | undefined;
  onChoose(id: string): void;
  /** While an address is written, what is chosen may not be what is meant. */
  onWriting(isWriting: boolean): void;
}

/** The shipping address: a saved one, or a new one saved by account's form. */
export function Addresses({ chosen, onChoose, onWriting }: Props) {
  const queryClient = useQueryClient();
  const { data: addresses, isError, refetch } = useQuery(addressesQuery);
  /** The address being edited: an id, or `new`. */
  const [editing, setEditing] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  /** Between list and form: the focused button goes away. */
  const edit = (id: string | undefined) => {
    setEditing(id);
    title.current?.focus();
  };
  useEffect(() => onWriting(editing !== undefined), [editing, onWriting]);

  useBrowserEvent('account:address-saved', ({ addressId }) => {
    // Nothing may be sent to what was saved before: without the new list there is none.
    void queryClient.resetQueries(addressesQuery);
    onChoose(addressId);
    edit(undefined);
  });
  useBrowserEvent('account:address-form-closed', () => edit(undefined));

  const isFirst = addresses?.length === 0;
  const form = isFirst ? 'new' : editing;
  return (
    <section className={s.card} aria-labelledby="address-title">
      <h2 id="address-title" ref={title} tabIndex={-1}>
        Shipping address
      </h2>
      {!addresses &&
        (isError ? (
          <p className={s.problem}>
            Your addresses could not be fetched.
            <Button look="quiet" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        ) : (
          <Skeleton height="6rem" />
        ))}
      {addresses && !form && (
        <>
          <ul className={s.addresses}>
            {addresses.map((address) => (
              <li key={address._id} className={s.address} data-chosen={address === chosen || undefined}>
                <label>
                  <input
                    type="radio"
                    name="address"
                    checked={address === chosen}
                    onChange={() => onChoose(address._id)}
                  />
                  <PostalAddress address={address} />
                </label>
                <Button look="quiet" onClick={() => edit(address._id)}>
                  Edit<span className="visually-hidden"> the address of {address.name}</span>
                </Button>
              </li>
            ))}
          </ul>
          <Button look="secondary" className={s.add} onClick={() => edit('new')}>
            Add a new address
          </Button>
        </>
      )}
      {form && (
        <Fragment
          key={form}
          id="account/address-form"
          addressId={form === 'new' ? undefined : form}
          cancellable={!isFirst}
          fallback={<Skeleton height="28rem" />}
        />
      )}
    </section>
  );
}

/** An address in postal format. */
export function PostalAddress({ address }: { address: Omit<SavedAddress, '_id' | 'isDefault'> }) {
  const { name, street, city, state, pincode, country, phone } = address;
  return (
    <span className={s.written}>
      <strong>{name}</strong>
      <span>{street}</span>
      <span>{[city, state, pincode].filter(Boolean).join(', ')}</span>
      <span>{country}</span>
      <span>{phone}</span>
    </span>
  );
}
