import { cartOrder, catalog, identity, type Permission } from '@shop/contracts/browser';
import { call, formatMoney } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { ORDERS_KEY } from '../../api/orders.ts';
import { PRODUCTS_KEY } from '../../api/products.ts';
import { USERS_KEY } from '../../api/users.ts';
import type { StaffAction } from '../staff-screen.ts';
import { countText, shortId } from '../texts.ts';

const DEBOUNCE_MS = 200;
/** Rows of a group. */
export const MOST_ROWS = 5;
/** Fewer letters begin too much to be looked for. */
export const FEWEST_LETTERS = 2;

export interface Row {
  path: string;
  label: string;
  detail?: string;
}

export interface Found {
  rows: readonly Row[];
  /** Opens the list with all that was found, where those are more. */
  all?: Row;
}

interface Source {
  what: string;
  title: string;
  permission: Permission;
  key: readonly unknown[];
  find(q: string, signal: AbortSignal): Promise<Found>;
}

const withSearch = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`;

const allOf = (path: string, q: string, total: number, counted: string): Pick<Found, 'all'> =>
  total > MOST_ROWS ? { all: { path: withSearch(path, { q }), label: `All ${counted} found` } } : {};

const PAGE = { page: 1, limit: MOST_ROWS };

/** Records that the palette finds, by the searches of their lists. */
export const SOURCES: readonly Source[] = [
  {
    what: 'orders',
    title: 'Orders',
    permission: 'orders.read',
    key: ORDERS_KEY,
    async find(q, signal) {
      const { orders, totalCount, isMore } = await call(cartOrder.listOrders, { query: { ...PAGE, q }, signal });
      return {
        rows: orders.map(({ _id, shippingInfo, status, totalAmount, currency }) => ({
          path: `/admin/order/${_id}`,
          label: `#${shortId(_id)}`,
          detail: `${shippingInfo.name}, ${status}, ${formatMoney(totalAmount, currency)}`,
        })),
        ...allOf(
          '/admin/orders',
          q,
          totalCount,
          isMore ? `${totalCount} or more orders` : countText(totalCount, 'order'),
        ),
      };
    },
  },
  {
    what: 'products',
    title: 'Products',
    permission: 'products.read',
    key: PRODUCTS_KEY,
    async find(q, signal) {
      const { products, totalCount } = await call(catalog.listAllProducts, { query: { ...PAGE, q }, signal });
      const groupPath = (code: string) => `/admin/group/${code}`;
      const group = products.find(({ productGroup }) => productGroup === q.trim().toUpperCase());
      const variants = products.map(({ _id, name, metalTone, productGroup, status }) => ({
        // An archived one is restored on the page of its group.
        path: status === 'archived' ? groupPath(productGroup) : `/admin/product/${_id}`,
        label: `${name}, ${metalTone}`,
        detail: status === 'published' ? productGroup : `${productGroup}, ${status}`,
      }));
      return {
        rows: [
          ...(group
            ? [
                {
                  path: groupPath(group.productGroup),
                  label: `${group.productGroup} ${group.name}`,
                  detail: 'the group',
                },
              ]
            : []),
          ...variants,
        ],
        ...allOf('/admin/products', q, totalCount, countText(totalCount, 'product')),
      };
    },
  },
  {
    what: 'accounts',
    title: 'Users',
    permission: 'users.read',
    key: USERS_KEY,
    async find(q, signal) {
      const { users, totalCount } = await call(identity.listUsers, { query: { ...PAGE, q }, signal });
      return {
        rows: users.map(({ name, email }) => ({
          path: withSearch('/admin/users', { q: email }),
          label: name,
          detail: email,
        })),
        ...allOf('/admin/users', q, totalCount, countText(totalCount, 'account')),
      };
    },
  },
];

/** What a source finds, once nothing more is typed; a search that another one follows is aborted, and its answer not seen. */
export const foundQuery = ({ key, find }: Source, q: string) =>
  queryOptions({
    queryKey: [...key, 'found', q],
    async queryFn({ signal }) {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      return find(q, signal);
    },
  });

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Those of which each typed word begins a word: of the label first, then of what else they are called. */
export function matching<Entry extends StaffAction>(entries: readonly Entry[], typed: string): Entry[] {
  const asked = wordsOf(typed);
  if (asked.length === 0) return [];
  const fits = (text: string): boolean => {
    const words = wordsOf(text);
    return asked.every((one) => words.some((word) => word.startsWith(one)));
  };
  const byLabel = entries.filter(({ label }) => fits(label));
  const byWords = entries.filter((entry) => !byLabel.includes(entry) && fits([entry.label, ...entry.words].join(' ')));
  return [...byLabel, ...byWords];
}
