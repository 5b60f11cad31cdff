/** What a person has a size of. Without zod, because the browser entry exports it. */
export const SIZE_KINDS = ['ring', 'bracelet', 'bangle', 'necklace', 'chain'] as const;
export type SizeKind = (typeof SIZE_KINDS)[number];
export type Sizes = Partial<Record<SizeKind, string>>;

export const SIZE_NAMES: Readonly<Record<SizeKind, string>> = {
  ring: 'Ring size',
  bracelet: 'Bracelet size',
  bangle: 'Bangle size',
  necklace: 'Necklace length',
  chain: 'Chain length',
};

/** Under which a guest's browser keeps sizes, as JSON, until an account has them. */
export const GUEST_SIZES_KEY = 'sizes';
