import type { ShownTax } from '@shop/contracts/browser';
import {
  createStore,
  CurrencyContext,
  type CurrencyState,
  LoaderContext,
  type SessionUser,
  type PartLoader,
  SessionContext,
  type SessionState,
  setApiTransport,
} from '@shop/mfe-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Card } from '../components/product-card.tsx';

// jsdom has none: nothing is scrolled near.
globalThis.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as never;

/** For pages rendered without other remotes' parts. */
export const noParts: PartLoader = {
  peek: () => undefined,
  load: () => Promise.reject(new Error('no parts in this test')),
  standing: () => false,
  preloadPart: () => {},
  preloadPage: () => {},
};

/** A query client that does not retry failures. */
export const newQueryClient = (): QueryClient => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Answers by path (after `/api/v1`); unknown requests fail with 503. */
export function stubGateway(answers: Readonly<Record<string, unknown>>): void {
  setApiTransport({
    origin: 'http://gateway',
    fetch: async (url) => {
      const body = answers[new URL(String(url)).pathname.replace('/api/v1', '')];
      return body ? Response.json(body) : new Response('', { status: 503 });
    },
  });
}

export const GUEST: SessionState = { status: 'guest', user: null };

interface Props {
  session?: SessionState;
  tax?: ShownTax;
  currency?: CurrencyState;
  queryClient?: QueryClient;
  loader?: PartLoader;
  user?: SessionUser;
  children: ReactNode;
}

/** The shell's contexts of a page, with prices in rupees by default. */
export function StorefrontContexts({
  session = GUEST,
  tax,
  currency: shown,
  queryClient = newQueryClient(),
  loader = noParts,
  user,
  children,
}: Props) {
  const inRupees: CurrencyState = { country: 'IN', code: 'INR', rate: null, ...(tax && { tax }) };
  const currency = createStore<CurrencyState>(shown ?? inRupees);
  const actions = { signIn: async () => true, signOut: async () => {}, refresh: async () => {} };
  return (
    <QueryClientProvider client={queryClient}>
      <LoaderContext value={loader}>
        <SessionContext value={{ state: createStore(user ? { status: 'user', user } : session), actions }}>
          <CurrencyContext value={{ state: currency, choose: async () => {} }}>{children}</CurrencyContext>
        </SessionContext>
      </LoaderContext>
    </QueryClientProvider>
  );
}

/** A product card with sensible defaults. */
export const cardOf = (n: number, fields: Partial<Card> = {}): Card => ({
  _id: `${n}`.padStart(24, '0'),
  name: `Ring ${n}`,
  productGroup: `AR-100${n}`,
  price: 32_950,
  images: [`/api/v1/images/ring-${n}.webp`],
  metalTone: 'Yellow Gold',
  category: { main: 'ring' },
  material: { tag: 'gold' },
  rating: 0,
  ratingCount: 0,
  stock: 1,
  swatches: [],
  ...fields,
});
