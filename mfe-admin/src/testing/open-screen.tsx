import type { Permission } from '@shop/contracts/browser';
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
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { WORK_COUNT_KEY } from '../api/work.ts';
import { noticesQuery } from '../api/notices.ts';
import { stubXhr } from './stubbed-xhr.ts';
// Loaded with the test: forms load it on demand.
import '../components/contract-form/body-schemas.ts';

export interface SentRequest {
  method: string;
  /** Without `/api/v1`, with its query. */
  path: string;
  body: unknown;
  key: string | null;
  /** The version that was read, of a call that changes a document. */
  version: string | undefined;
  /** Tells which share of an upload is sent, from 0 to 1. */
  onSent?(share: number): void;
}
export interface StubbedAnswer {
  status?: number;
  /** A text is a table (CSV). */
  body?: unknown;
}

/** A problem answer of a service. */
export const problem = (
  status: number,
  code: string,
  message: string,
  errors?: Record<string, string>,
): StubbedAnswer => ({
  status,
  body: { type: 'about:blank', title: '', status, code, message, requestId: 'r', ...(errors && { errors }) },
});

/** Calls that only read, by any method. */
const READS = ['/admin/collections/preview'];

/** Fragments of other remotes show their ids. */
const loader: PartLoader = {
  peek: () => undefined,
  load: async (id) => ({ default: () => <p>part {id}</p> }),
  standing: () => false,
  preloadPart: () => {},
  preloadPage: () => {},
};

/**
 * A staff screen in jsdom. Real: the page, its forms and queries, the router and the API client. Stubbed: the gateway's
 * answers, by method and path without the query; they may be changed while the screen is open. Resolves once the first
 * queries are answered, unless `settled` is false. Without `permissions` one may do everything.
 */
export async function openScreen(
  screenOf: { Page: ComponentType; prefetch: Prefetch; path: string },
  address: string,
  answers: Record<string, StubbedAnswer | ((asked: SentRequest) => StubbedAnswer | Promise<StubbedAnswer>)>,
  {
    settled = true,
    permissions,
    counts = false,
  }: { settled?: boolean; permissions?: readonly Permission[]; counts?: boolean } = {},
) {
  const asked: SentRequest[] = [];
  toasts.set([]);
  const fetch = async (input: unknown, init?: RequestInit, onSent?: SentRequest['onSent']): Promise<Response> => {
    const path = String(input).replace('/api/v1', '');
    const body = bodyOf(init?.body);
    const headers = new Headers(init?.headers);
    const version = headers.get('if-match')?.replaceAll('"', '');
    const one = { method: init?.method ?? 'GET', path, body, key: headers.get('idempotency-key'), version };
    asked.push(one);
    const answer = answers[`${one.method} ${path.replace(/\?.*/, '')}`];
    const given = typeof answer === 'function' ? await answer({ ...one, ...(onSent && { onSent }) }) : answer;
    const { status = 200, body: said } = given ?? problem(404, 'request.not-found', 'There is nothing here');
    const isTable = typeof said === 'string';
    const type = isTable ? 'text/csv; charset=utf-8' : `application/${status < 400 ? '' : 'problem+'}json`;
    const text = isTable ? said : JSON.stringify(said ?? {});
    const response = new Response(text, { status, headers: { 'content-type': type } });
    // With the `Object` of the page, as in browsers: react-hook-form does not clone objects of another realm, and
    // misses changes in them.
    return Object.assign(response, { json: async () => JSON.parse(text) as unknown });
  };
  setApiTransport({ origin: '', fetch });
  stubXhr(fetch);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // A list has no views of staff unless a test is about them.
  if (!('GET /admin/views' in answers)) queryClient.setQueryDefaults(['admin', 'views'], { initialData: [] });
  // The menu counts nothing unless a test is about it.
  if (!counts) queryClient.setQueryDefaults(WORK_COUNT_KEY, { initialData: 0 });
  // Nor is anybody told of anything.
  if (!('GET /admin/notices' in answers)) {
    queryClient.setQueryDefaults(noticesQuery.queryKey, {
      initialData: { notices: [], unread: 0 },
      staleTime: Infinity,
    });
  }
  const session = createStore<SessionState>({
    status: 'user',
    user: {
      _id: 'a'.repeat(24),
      name: 'Mira',
      email: 'mira@example.com',
      role: 'admin',
      ...(permissions && { permissions }),
    },
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
            <HistoryRouter history={history}>
              <Routes>
                <Route path={screenOf.path} element={<Page />} />
                <Route path="*" element={<p>elsewhere</p>} />
              </Routes>
            </HistoryRouter>
          </SessionContext>
        </LoaderContext>
      </QueryClientProvider>,
    );
  });
  if (settled) {
    await waitFor(() => {
      const waiting = [...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
        textContent.startsWith('Loading '),
      );
      if (waiting || queryClient.isFetching() > 0) throw new Error('Queries are still running');
    });
  }
  return {
    asked,
    result,
    /** The calls that change something. */
    sent: () =>
      asked
        .filter(({ method, path }) => method !== 'GET' && !READS.includes(path))
        .map(({ method, path, body }) => [method, path, body]),
    at: () => window.location.pathname + window.location.search,
    toasts: () => toasts.get().map(({ message }) => message),
  };
}

/** A FormData as its fields, with the names of its files. */
function bodyOf(body: BodyInit | null | undefined): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  if (!(body instanceof FormData)) return undefined;
  return Object.fromEntries([...body].map(([field, value]) => [field, value instanceof File ? value.name : value]));
}

function HistoryRouter({
  history,
  children,
}: {
  history: ReturnType<typeof createBrowserHistory>;
  children: ReactNode;
}) {
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
/** The error beside a field, as screen readers find it. */
export function errorAt(label: string | RegExp): string | undefined {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  const error = ids.find((id) => id.endsWith('-error'));
  return error && document.getElementById(error)!.textContent;
}

/** Clicks a button, and awaits the immediate effects. */
export const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
/** The same within the open dialog. */
export const pressInDialog = (name: string) =>
  act(async () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name })));
