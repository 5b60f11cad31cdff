/** The four frontends that the shell loads at run time. */
export const REMOTES = ['storefront', 'checkout', 'account', 'admin'] as const;
export type Remote = (typeof REMOTES)[number];
