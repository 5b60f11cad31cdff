import {
  createBrowserHistory,
  createStore,
  LoaderContext,
  matchPath,
  Route,
  Router,
  Routes,
  SessionContext,
  setApiTransport,
  toasts,
  type PartLoader,
  type Prefetch,
  type SessionState,
} from '@shop/mfe-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';

export interface Asked {
  method: string;
  /** Without `/api/v1`, with its query. */
  path: string;
  body: unknown;
  key: string | null;
}
export interface Given {
  status?: number;
  body?: unknown;
}

/** An answer as services give it when they refuse. */
export const problem = (status: number, code: string, message: string, errors?: Record<string, string>): Given => ({
  status,
  body: { type: 'about:blank', title: '', status, code, message, requestId: 'r', ...(errors && { errors }) },
});

/** Parts of other remotes say which they are. */
const loader: PartLoader = {
  peek: () => undefined,
  load: async (id) => ({ default: () => <p>part {id}</p> }),
  standing: () => false,
  preloadPart: () => {},
  preloadPage: () => {},
};

/**
 * A staff screen in jsdom. Real: the page, its forms and queries, the router and the API client. The gateway's answers are
 * `answers`, by method and path without the query; they may be changed while the screen is open. Comes back once all that
 * is asked for at first is answered, unless told not to wait (`settled`).
 */
export async function openScreen(
  screenOf: { Page: ComponentType; prefetch: Prefetch; path: string },
  address: string,
  answers: Record<string, Given | ((asked: Asked) => Given | Promise<Given>)>,
  { settled = true } = {},
) {
  const asked: Asked[] = [];
  toasts.set([]);
  setApiTransport({
    origin: '',
    fetch: async (input, init) => {
      const path = String(input).replace('/api/v1', '');
      const body = bodyOf(init?.body);
      const one = { method: init?.method ?? 'GET', path, body, key: new Headers(init?.headers).get('idempotency-key') };
      asked.push(one);
      const answer = answers[`${one.method} ${path.replace(/\?.*/, '')}`];
      const given = typeof answer === 'function' ? await answer(one) : answer;
      const { status = 200, body: said } = given ?? problem(404, 'request.not-found', 'There is nothing here');
      const type = status < 400 ? 'application/json' : 'application/problem+json';
      const text = JSON.stringify(said ?? {});
      const response = new Response(text, { status, headers: { 'content-type': type } });
      // As a browser does it, with the page's own `Object`: forms do not copy objects of another realm, and take no change
      // in them for one.
      return Object.assign(response, { json: async () => JSON.parse(text) as unknown });
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const session = createStore<SessionState>({
    status: 'user',
    user: { _id: 'a'.repeat(24), name: 'Mira', email: 'mira@example.com', role: 'admin' },
  });
  const actions = { signIn: async () => true, signOut: async () => {}, refresh: async () => {} };
  window.history.replaceState(null, '', address);
  const history = createBrowserHistory({ v5Compat: true });
  const url = new URL(address, 'http://shop');
  const params = matchPath(screenOf.path, url.pathname)?.params ?? {};
  const result = await screenOf.prefetch(queryClient, { params, url, signal: new AbortController().signal });
  const { Page } = screenOf;
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <LoaderContext value={loader}>
          <SessionContext value={{ state: session, actions }}>
            <Following history={history}>
              <Routes>
                <Route path={screenOf.path} element={<Page />} />
                <Route path="*" element={<p>elsewhere</p>} />
              </Routes>
            </Following>
          </SessionContext>
        </LoaderContext>
      </QueryClientProvider>,
    );
  });
  if (settled) {
    await waitFor(() => {
      if (queryClient.isFetching() > 0) throw new Error('Something is still asked for');
    });
  }
  return {
    asked,
    result,
    /** The calls that change something. */
    sent: () => asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]),
    at: () => window.location.pathname + window.location.search,
    toasts: () => toasts.get().map(({ message }) => message),
  };
}

/** A form with files is told by its fields, files by their names. */
function bodyOf(body: BodyInit | null | undefined): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  if (!(body instanceof FormData)) return undefined;
  return Object.fromEntries([...body].map(([field, value]) => [field, value instanceof File ? value.name : value]));
}

function Following({ history, children }: { history: ReturnType<typeof createBrowserHistory>; children: ReactNode }) {
  const [visit, setVisit] = useState({ location: history.location, action: history.action });
  useLayoutEffect(() => history.listen(({ location, action }) => setVisit({ location, action })), [history]);
  return (
    <Router navigator={history} location={visit.location} navigationType={visit.action}>
      {children}
    </Router>
  );
}

export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** Presses a button, and waits for what follows at once. */
export const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
