interface Kind {
  /** As the list says it. */
  label: string;
  /** As the preferences say it. */
  all: string;
  hrefOf(recordId: string): string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  order: { label: 'Order', all: 'New orders', hrefOf: (id) => `/admin/order/${id}` },
  // Also one of a payment that never became an order is there.
  dispute: { label: 'Dispute', all: 'Disputes', hrefOf: () => '/admin/payments' },
  'low-stock': { label: 'Low stock', all: 'Low stock', hrefOf: (id) => `/admin/product/${id}?show=stock` },
};

/** `undefined` for a kind that this version does not know. */
export const noticeKind = (kind: string): Kind | undefined => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined);
