interface Props {
  address: { street: string; city: string; state: string; pincode: string; country: string; phone: string };
}

/** The lines of an address below the name. */
export function AddressLines({ address: { street, city, state, pincode, country, phone } }: Props) {
  return (
    <>
      <span>{street}</span>
      <span>
        {city}, {state} {pincode}
      </span>
      <span>{country}</span>
      <span>{phone}</span>
    </>
  );
}
