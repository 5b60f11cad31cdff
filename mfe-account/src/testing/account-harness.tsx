import { jest } from '@jest/globals';
import {
  createStore,
  LoaderContext,
  Route,
  Router,
  Routes,
  SessionContext,
  setApiTransport,
  toasts,
  type PartComponent,
  type PartLoader,
  type SessionState,
} from '@shop/mfe-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';

export interface RecordedRequest {
  call: string;
  body: unknown;
  key: string | undefined;
}
type Answer = { status?: number; body?: unknown } | Error | 'never';

/** Renders parts of this remote with session, router, queries and other parts; the gateway is stubbed. */
export function setUpAccount(answers: Record<string, Answer | ((asked: RecordedRequest) => Answer)>) {
  const asked: RecordedRequest[] = [];
  const signOut = jest.fn(async () => {});
  const refresh = jest.fn(async () => {});
  const visited: string[] = [];
  toasts.set([]);
  setApiTransport({
    origin: 'http://shop',
    fetch: async (url, init) => {
      const { pathname, search } = new URL(String(url));
      const one: RecordedRequest = {
        call: `${init?.method} ${pathname.replace('/api/v1', '')}${search}`,
        body: init?.body ? JSON.parse(String(init.body)) : undefined,
        key: (init!.headers as Record<string, string>)['idempotency-key'],
      };
      asked.push(one);
      const given = answers[one.call];
      if (given === undefined) throw new Error(`No answer stubbed for ${one.call}`);
      const answer = typeof given === 'function' ? given(one) : given;
      if (answer === 'never') return new Promise<Response>(() => {});
      if (answer instanceof Error) throw answer;
      const { status = 200, body = {} } = answer;
      const type = status < 400 ? 'application/json' : 'application/problem+json';
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
    },
  });
  const user = { _id: 'u1', name: 'Asha Rao', email: 'asha@example.com', role: 'user' as const };
  const actions = { signIn: async () => true, signOut, refresh };
  const session = { state: createStore<SessionState>({ status: 'user', user }), actions };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

  /** Renders a part at an address. `parts`: fragments of this remote by id. */
  const open = (shown: ReactNode, { at = '/', path = '*', parts = {} }: Place = {}) => {
    const loader: PartLoader = {
      peek: (id) => (parts[id] ? { default: parts[id] } : undefined),
      load: (id) => Promise.reject(new Error(`${id} is not in this test`)),
      standing: () => false,
      preloadPart: () => {},
      preloadPage: () => {},
    };
    const go = (to: unknown) => void visited.push(String(to instanceof Object && 'pathname' in to ? to.pathname : to));
    const navigator = { push: go, replace: go, go: () => {}, createHref: (to: unknown) => String(to) };
    return render(
      <QueryClientProvider client={queryClient}>
        <LoaderContext value={loader}>
          <SessionContext value={session}>
            <Router location={at} navigator={navigator as never}>
              <Routes>
                <Route path={path} element={shown} />
              </Routes>
            </Router>
          </SessionContext>
        </LoaderContext>
      </QueryClientProvider>,
    );
  };
  return { asked, answers, open, visited, signOut, refresh, queryClient };
}

interface Place {
  at?: string;
  path?: string;
  parts?: Record<string, PartComponent>;
}

export const problem = (status: number, code: string, message: string, errors?: Record<string, string>) => ({
  status,
  body: { type: 'about:blank', title: '', status, code, message, requestId: 'r', ...(errors && { errors }) },
});

export const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

export const click = (element: HTMLElement): void => void fireEvent.click(element);

export const press = (name: string | RegExp): void => click(screen.getByRole('button', { name }));

/** Where files were fetched from by links that ask first. */
export function fetchedFiles(): string[] {
  const fetched: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    fetched.push(this.getAttribute('href')!);
  });
  return fetched;
}

/** Simulates leaving the tab and returning. */
export const comeBack = (): void =>
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

export const messages = (): string[] => toasts.get().map(({ message }) => message);
