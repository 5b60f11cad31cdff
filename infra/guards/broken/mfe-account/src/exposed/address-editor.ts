export const AddressEditor = 'a fragment of another remote';
