import { COUNTRY_NAMES, identity, isHomeCountryName } from '@shop/contracts/browser';
import { applyProblem, call, emit, messageOf, toast, type FragmentProps } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, useWatch, type FieldPath } from 'react-hook-form';
import { meQuery, type Account, type SavedAddress } from '../../components/me.ts';
import { labelOf, MAX_LENGTHS, newAddress, problemOf, normalized, type Address } from './address.rules.ts';
import s from './address-form.module.css';
import { formatOf, isDialCode } from './country-formats.ts';
import { usePlaceOfPincode } from './use-place-of-pincode.ts';

interface Values {
  address: Address;
  isDefault: boolean;
}
const FIELDS = ['name', 'phone', 'country', 'street', 'pincode', 'city', 'state'] as const satisfies (keyof Address)[];

const close = () => emit('account:address-form-closed', {});

/** A new address, or a saved one to edit. The placing page receives events when it is saved or cancelled. */
export function AddressForm({ addressId, cancellable }: FragmentProps<'account/address-form'>) {
  const { data, error, refetch, isFetching } = useQuery(meQuery);
  const saved = addressId === undefined ? undefined : data?.user?.addresses.find(({ _id }) => _id === addressId);
  if (error && !data) {
    return (
      <EmptyState title="Your addresses could not be loaded">
        <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </EmptyState>
    );
  }
  if (!data) return <Loading />;
  if (addressId !== undefined && !saved) {
    return (
      <EmptyState title="This address is not there any more">
        <Button look="secondary" onClick={close}>
          Back
        </Button>
      </EmptyState>
    );
  }
  return <Form key={saved?._id ?? 'new'} saved={saved} account={data.user} cancellable={cancellable} />;
}

function Form({
  saved,
  account,
  cancellable,
}: {
  saved: SavedAddress | undefined;
  account: Account | null;
  cancellable: boolean;
}) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, control, setError, setValue, getValues, clearErrors, formState } = useForm<Values>({
    defaultValues: {
      address: saved ? addressOf(saved) : newAddress(account?.addresses.length ? '' : account?.name),
      isDefault: false,
    },
  });
  const [country, pincode] = useWatch({ control, name: ['address.country', 'address.pincode'] });
  /** What a PIN code filled in: another one may replace it. */
  const filled = useRef({ city: '', state: '' });
  const [savingOnce] = useState(createIntent);
  const errors = formState.errors.address;

  const submit = async ({ address, isDefault }: Values): Promise<void> => {
    try {
      const body = { address: normalized(address), isDefault };
      const { user } = await savingOnce(body, (key) => save(saved?._id, body, key));
      queryClient.setQueryData(meQuery.queryKey, { user });
      toast.success('Address saved');
      emit('account:address-saved', { addressId: saved?._id ?? user.addresses.at(-1)!._id });
    } catch (error) {
      const names = FIELDS.map((field) => `address.${field}`);
      if (!applyProblem(error, setError as never, names)) toast.error(messageOf(error));
    }
  };

  /** Props of a field's control. */
  const field = (name: keyof Address, onChange?: () => void) => ({
    error: errors?.[name]?.message,
    ...(name !== 'country' && { maxLength: MAX_LENGTHS[name] }),
    'aria-required': true,
    ...register(`address.${name}` satisfies FieldPath<Values>, {
      validate: (_, { address }) => problemOf(name, address),
      ...(onChange && { onChange }),
    }),
  });
  /** State and postal code belong to the previous country, and so does a phone number of which only the country's code is there. */
  const resetRegion = () => {
    setValue('address.state', '');
    clearErrors(['address.state', 'address.pincode']);
    const { dialCode = '' } = formatOf(getValues('address.country'));
    if (isDialCode(getValues('address.phone'))) setValue('address.phone', dialCode && `${dialCode} `);
  };
  usePlaceOfPincode({ country, pincode }, saved, (found) => {
    for (const name of ['city', 'state'] as const) {
      const value = found[name] ?? '';
      const current = getValues(`address.${name}`);
      if (current !== '' && current !== filled.current[name] && current !== saved?.[name]) continue;
      if (value === '') continue;
      filled.current[name] = value;
      setValue(`address.${name}`, value, { shouldDirty: true });
      clearErrors(`address.${name}`);
    }
  });

  const inIndia = isHomeCountryName(country);
  const { region, regions, example, dialCode } = formatOf(country);
  /** Called in its place: the first field with an error is the first that was registered. */
  const postalCode = () => (
    <Field
      key="postal-code"
      label={labelOf('pincode', country)}
      autoComplete="postal-code"
      hint={inIndia ? 'Fills in city and state' : example && `Such as ${example}`}
      {...(inIndia && { inputMode: 'numeric' })}
      {...field('pincode')}
    />
  );
  const mayChooseDefault = account !== null && account.addresses.some(({ _id }) => _id !== saved?._id);
  return (
    <form
      className={s.form}
      onSubmit={handleSubmit(submit)}
      noValidate
      aria-label={saved ? 'Change address' : 'New address'}
    >
      <div className={s.fields}>
        <Field label="Name" autoComplete="name" {...field('name')} />
        <Field
          label="Phone"
          type="tel"
          autoComplete="tel"
          hint={dialCode && `With the code of the country: ${dialCode}`}
          {...field('phone')}
        />
        <Select label="Country" autoComplete="country-name" className={s.wide} {...field('country', resetRegion)}>
          <option>India</option>
          <hr />
          {countriesExceptIndia(saved?.country).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <TextArea label="Street address" autoComplete="street-address" className={s.wide} {...field('street')} />
        {inIndia && postalCode()}
        <Field label="City" autoComplete="address-level2" {...field('city')} />
        {regions ? (
          <Select key={country} label={region} autoComplete="address-level1" {...field('state')}>
            <option value="">Choose…</option>
            {withSaved(regions, country === saved?.country && !inIndia ? saved.state : undefined).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        ) : (
          <Field key="elsewhere" label={region} autoComplete="address-level1" {...field('state')} />
        )}
        {!inIndia && postalCode()}
      </div>
      {saved?.isDefault ? (
        <p className={s.note}>This is your default address.</p>
      ) : (
        mayChooseDefault && <Checkbox {...register('isDefault')}>Make this my default address</Checkbox>
      )}
      <div className={s.actions}>
        <Button type="submit" busy={formState.isSubmitting}>
          Save address
        </Button>
        {cancellable && (
          <Button look="secondary" onClick={close}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

const save = (id: string | undefined, body: Values, idempotencyKey: string) =>
  id === undefined
    ? call(identity.addAddress, { body, idempotencyKey })
    : call(identity.changeAddress, { params: { id }, body });

const addressOf = ({ _id: _, isDefault: __, countryCode: ___, ...address }: SavedAddress): Address => address;

/** A state that was written before there was a list stays selectable. */
const withSaved = (regions: readonly string[], saved: string | undefined): readonly string[] =>
  saved === undefined || regions.includes(saved) ? regions : [saved, ...regions];

/** A saved country stays selectable even if it is not in the list. */
function countriesExceptIndia(saved: string | undefined): readonly string[] {
  const others: readonly string[] = COUNTRY_NAMES.filter((name) => !isHomeCountryName(name));
  return saved === undefined || isHomeCountryName(saved) || others.includes(saved) ? others : [saved, ...others];
}

function Loading() {
  return (
    <div className={s.form} role="status">
      <span className="visually-hidden">Loading…</span>
      <div className={s.fields}>
        {FIELDS.map((field) => (
          <Skeleton key={field} height="4.25rem" />
        ))}
      </div>
    </div>
  );
}
