import { Fragment, useBrowserEvent } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressesQuery, type SavedAddress } from './api.ts';
import s from './checkout.module.css';

interface Props {
  chosen: SavedAddress | undefined;
  onChoose(id: string): void;
}

/** Where the parcel goes: one of the saved addresses, or a new one, which account's form saves. */
export function Addresses({ chosen, onChoose }: Props) {
  const queryClient = useQueryClient();
  const { data: addresses, isError, refetch } = useQuery(addressesQuery);
  /** The address that is being written: an id, or `new`. */
  const [writing, setWriting] = useState<string>();

  useBrowserEvent('account:address-saved', ({ addressId }) => {
    onChoose(addressId);
    setWriting(undefined);
    void queryClient.invalidateQueries(addressesQuery);
  });
  useBrowserEvent('account:address-form-closed', () => setWriting(undefined));

  const isFirst = addresses?.length === 0;
  const form = isFirst ? 'new' : writing;
  return (
    <section className={s.card} aria-labelledby="address-title">
      <h2 id="address-title">Shipping address</h2>
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
                  <Written address={address} />
                </label>
                <Button look="quiet" onClick={() => setWriting(address._id)}>
                  Edit<span className="visually-hidden"> the address of {address.name}</span>
                </Button>
              </li>
            ))}
          </ul>
          <Button look="secondary" className={s.add} onClick={() => setWriting('new')}>
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

/** An address as an envelope has it. */
export function Written({ address }: { address: Omit<SavedAddress, '_id' | 'isDefault'> }) {
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
