import { cartOrder, type Problem } from '@shop/contracts';
import {
  createBrowserHistory,
  createStore,
  CurrencyContext,
  LoaderContext,
  type PartLoader,
  Router,
  SessionContext,
  type SessionState,
  type SessionUser,
  setApiTransport,
  type CurrencyState,
} from '@shop/mfe-kit';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { useLayoutEffect, useState, type ReactNode } from 'react';

export const ASHA: SessionUser = { _id: 'a1', name: 'Asha', email: 'asha@example.com', role: 'user' };

export interface Sent {
  call: string;
  body: unknown;
  key: string | null;
}
/** Answers by `METHOD /path` (after `/api/v1`): a body, a problem, or a function of the request. */
export type Answers = Record<string, unknown>;

export class Refused {
  readonly problem: Problem;
  constructor(
    status: number,
    code: Problem['code'],
    message: string,
    details?: Record<string, unknown>,
    errors?: Record<string, string>,
  ) {
    this.problem = {
      type: 'about:blank',
      title: '',
      status,
      code,
      message,
      requestId: 'r',
      ...(details && { details }),
      ...(errors && { errors }),
    };
  }
}
/** The connection is lost. */
export const LOST = Symbol('lost');

/** Stubs the gateway: records requests and returns the given answers. */
export function startGateway(answers: Answers) {
  const sent: Sent[] = [];
  setApiTransport({
    origin: '',
    fetch: async (input, init) => {
      const path = String(input).replace('/api/v1', '');
      const call = `${init?.method} ${path}`;
      const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined;
      sent.push({ call, body, key: new Headers(init?.headers).get('idempotency-key') });
      const known = answers[call];
      const answer: unknown = typeof known === 'function' ? await (known as (body: unknown) => unknown)(body) : known;
      if (answer === LOST) throw new TypeError('Failed to fetch');
      if (answer === undefined) throw new Error(`No answer stubbed for ${call}`);
      const isRefused = answer instanceof Refused;
      return new Response(JSON.stringify(isRefused ? answer.problem : answer), {
        status: isRefused ? answer.problem.status : 200,
        headers: { 'content-type': isRefused ? 'application/problem+json' : 'application/json' },
      });
    },
  });
  return { sent, of: (call: string) => sent.filter((one) => one.call === call) };
}

interface Visitor {
  user?: SessionUser | null;
  /** The user after signing in. */
  signsInAs?: SessionUser | null;
  at?: string;
  currency?: CurrencyState;
}

/** Renders inside the shell's contexts. The address is the window's. */
export function visit(node: ReactNode, { user = ASHA, signsInAs = null, at = '/', currency }: Visitor = {}) {
  window.history.replaceState(null, '', at);
  const session = createStore<SessionState>(user ? { status: 'user', user } : { status: 'guest', user: null });
  const actions = {
    signIn: async () => {
      if (signsInAs) session.set({ status: 'user', user: signsInAs });
      return session.get().user !== null;
    },
    signOut: async () => {},
    refresh: async () => {},
  };
  const loader: PartLoader = {
    peek: () => undefined,
    load: () => new Promise(() => {}),
    standing: () => false,
    preloadPart() {},
    preloadPage() {},
  };
  const money = createStore<CurrencyState>(currency ?? { country: 'IN', code: 'INR', rate: null });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <LoaderContext value={loader}>
        <SessionContext value={{ state: session, actions }}>
          <CurrencyContext value={{ state: money, choose: async () => {} }}>
            <InBrowser>{node}</InBrowser>
          </CurrencyContext>
        </SessionContext>
      </LoaderContext>
    </QueryClientProvider>,
  );
  return { ...view, queryClient, session };
}

/** The current address. */
export const here = (): string => window.location.pathname + window.location.search;

function InBrowser({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [at, setAt] = useState({ location: history.location, action: history.action });
  useLayoutEffect(() => history.listen(({ location, action }) => setAt({ location, action })), [history]);
  return (
    <Router navigator={history} location={at.location} navigationType={at.action}>
      {children}
    </Router>
  );
}

const id = (n: number): string => n.toString(16).padStart(24, '0');

/** A cart line with sensible defaults. */
export function line(n: number, fields: Partial<cartOrder.CartItem> = {}): cartOrder.CartItem {
  const { finalPrice = 1_000, quantity = 1 } = fields;
  return fixtureOf(cartOrder.cartItem, {
    _id: id(n),
    cartItemId: id(n),
    productId: id(100 + n),
    quantity,
    finalPrice,
    linePrice: finalPrice * quantity,
    mrp: finalPrice,
    lineMrp: finalPrice * quantity,
    stock: 5,
    availability: 'available',
    customizations: { metalTone: 'Yellow Gold', sizeOptions: { value: '12', price: 0 }, costomization: 'no' },
    product: {
      _id: id(100 + n),
      name: `Ring ${n}`,
      images: [`/images/${n}.jpg`],
      category: { main: 'ring' },
      productGroup: `AR-${1000 + n}`,
    },
    ...fields,
  });
}

export const cartOf = (...cart: cartOrder.CartItem[]) => ({
  cart,
  count: cart.reduce((sum, { quantity }) => sum + quantity, 0),
  subtotal: cart.reduce((sum, { linePrice }) => sum + linePrice, 0),
  version: 1,
});
