import { setImmediate as nextPhase } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode, Suspense, startTransition, useState, useSyncExternalStore, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Fragment, PartBoundary, useInBrowser } from './fragment.tsx';
import { LoaderContext, type PartLoader, type PartModule } from './loader.ts';
import { createStore } from './store.ts';

afterEach(cleanup);

const CART: PartModule = { default: () => <button type="button">Cart</button> };

/** A loader that the test controls. */
function loaderOf({ standing = false, known }: { standing?: boolean; known?: PartModule } = {}) {
  const waiting: { resolve(part: PartModule): void; reject(error: Error): void; standing: boolean }[] = [];
  const loader: PartLoader = {
    peek: () => known,
    standing: () => standing,
    load: (_id, isStanding) =>
      new Promise((resolve, reject) => waiting.push({ resolve, reject, standing: isStanding })),
    preloadPart: () => {},
    preloadPage: () => {},
  };
  return { loader, waiting };
}

const within = (loader: PartLoader, children: ReactNode) => <LoaderContext value={loader}>{children}</LoaderContext>;

describe('a fragment', () => {
  it('keeps its reserved space and shows the fallback until its code is there', async () => {
    const { loader, waiting } = loaderOf();
    const { container } = render(within(loader, <Fragment id="checkout/cart-button" fallback={<i>soon</i>} />));
    const frame = container.querySelector<HTMLElement>('[data-part="checkout/cart-button"]')!;
    expect(frame.dataset['slice']).toBe('checkout');
    expect(frame.style.minWidth).toBe('2.75rem');
    expect(screen.getByText('soon')).toBeTruthy();
    await act(async () => waiting[0]!.resolve(CART));
    expect(screen.getByRole('button', { name: 'Cart' })).toBeTruthy();
  });

  it('that this page’s shell does not know yet is brought like any other, by the browser', async () => {
    const { loader, waiting } = loaderOf();
    const unknown = 'checkout/made-later' as 'checkout/cart-button';
    expect(renderToString(within(loader, <Fragment id={unknown} />))).not.toContain('<button');
    render(within(loader, <Fragment id={unknown} />));
    await act(async () => waiting.at(-1)!.resolve(CART));
    expect(screen.getByRole('button', { name: 'Cart' })).toBeTruthy();
  });

  it('says what is missing when it does not come, and Retry asks again', async () => {
    const complained = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { loader, waiting } = loaderOf();
    render(within(loader, <Fragment id="checkout/cart-button" />));
    await act(async () => waiting[0]!.reject(new Error('gone')));
    expect(screen.getByRole('alert').textContent).toContain('cart button');
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click());
    await act(async () => waiting.at(-1)!.resolve(CART));
    expect(screen.getByRole('button', { name: 'Cart' })).toBeTruthy();
    complained.mockRestore();
  });

  it('leaves what the server rendered as it is while its code is on its way, whatever changes above it', async () => {
    const { loader, waiting } = loaderOf({ standing: true });
    let change!: (n: number) => void;
    const page = (of: PartLoader) => {
      function Page() {
        const [n, setN] = useState(0);
        change = setN;
        return (
          <main data-n={n}>
            <Suspense fallback={null}>
              <Fragment id="checkout/cart-button" />
            </Suspense>
          </main>
        );
      }
      return within(
        of,
        <StrictMode>
          <Page />
        </StrictMode>,
      );
    };
    const root = document.createElement('div');
    document.body.append(root);
    root.innerHTML = renderToString(page(loaderOf({ known: CART }).loader));
    const button = root.querySelector('button')!;
    const errors: unknown[] = [];
    await act(async () => {
      hydrateRoot(root, page(loader), { onRecoverableError: (error) => errors.push(error) });
    });
    // Not even an urgent update re-renders it: its props are equal.
    await act(async () => change(1));
    await act(async () => startTransition(() => change(2)));
    expect(root.querySelector('main')!.dataset['n']).toBe('2');
    expect(root.querySelector('button')).toBe(button);
    expect(waiting[0]!.standing).toBe(true);
    await act(async () => waiting[0]!.resolve(CART));
    expect(root.querySelector('button')).toBe(button);
    expect(errors).toEqual([]);
    root.remove();
  });

  it('that belongs to one visitor is not in the HTML of the server', () => {
    const { loader } = loaderOf({ known: { default: () => <p>Private</p> } });
    expect(renderToString(within(loader, <Fragment id="account/sign-in" />))).not.toContain('Private');
  });

  it('is waited for on the server until its data is there', async () => {
    const { loader } = loaderOf({ known: CART });
    const asked: unknown[] = [];
    loader.prepare = (id, props) => {
      asked.push([id, props]);
      return undefined;
    };
    renderToString(within(loader, <Fragment id="checkout/cart-button" />));
    expect(asked).toEqual([['checkout/cart-button', {}]]);
  });
});

describe('a boundary', () => {
  it('forgets its error when what it is about changes', () => {
    const complained = jest.spyOn(console, 'error').mockImplementation(() => {});
    const Broken = (): ReactNode => {
      throw new Error('broken');
    };
    const { rerender } = render(
      <PartBoundary id="storefront/home-page" isPage resetKey="/a">
        <Broken />
      </PartBoundary>,
    );
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'The home page could not be loaded.' })).toBeTruthy();
    rerender(
      <PartBoundary id="storefront/home-page" resetKey="/b">
        <p>fine</p>
      </PartBoundary>,
    );
    expect(screen.getByText('fine')).toBeTruthy();
    complained.mockRestore();
  });
});

describe('what is for the browser only', () => {
  it('is there when a test finds what came with it, also where the process stood still then', async () => {
    const isLoaded = createStore(false);
    const Form = () => (
      <button type="submit" disabled={!useInBrowser()}>
        Send
      </button>
    );
    // As `useQuery` does: rendered at once, in a microtask.
    const Page = () => useSyncExternalStore(isLoaded.subscribe, isLoaded.get) && <Form />;
    render(<Page />);
    const finding = screen.findByText<HTMLButtonElement>('Send');
    const { setTimeout } = globalThis;
    // In this phase of the event loop timers that are due come before what React has posted.
    await nextPhase();
    globalThis.setTimeout = ((...timer: Parameters<typeof setTimeout>) => {
      const handle = setTimeout(...timer);
      const end = performance.now() + 5;
      while (performance.now() < end);
      return handle;
    }) as never;
    isLoaded.set(true);
    const button = await finding;
    globalThis.setTimeout = setTimeout;
    expect(button.disabled).toBe(false);
  });
});
