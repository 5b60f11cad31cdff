import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type SessionUser, setApiTransport, StaticRouter } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { cardOf, StorefrontContexts } from '../../testing/storefront-harness.tsx';
import RecentlyViewed from './recently-viewed.tsx';
import { rememberViewed, viewedBy } from './viewed.ts';

const ASHA: SessionUser = { _id: 'a1', name: 'Asha', email: 'asha@example.com', role: 'user' };
const groups = (userId: string | null) => viewedBy(userId).map(({ productGroup }) => productGroup);

/** Calls of the API, and what scrolling does. */
let asked: string[] = [];
let scrollNear: () => void;
const original = globalThis.IntersectionObserver;

beforeEach(() => {
  localStorage.clear();
  asked = [];
  scrollNear = () => {};
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      scrollNear = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
    }
    observe() {}
    disconnect() {}
  } as never;
  setApiTransport({
    origin: '',
    fetch: async (url) => {
      asked.push(String(url));
      return Response.json({ products: [cardOf(1), cardOf(3)], needSize: [] });
    },
  });
});
afterEach(() => {
  cleanup();
  globalThis.IntersectionObserver = original;
});

const shown = (user?: SessionUser) =>
  render(
    <StorefrontContexts user={user}>
      <StaticRouter location="/">
        <RecentlyViewed piece={cardOf(3)} />
      </StaticRouter>
    </StorefrontContexts>,
  );

describe('what was looked at', () => {
  it('is remembered once per group, the last first, and twenty at most', () => {
    for (let n = 1; n <= 25; n++) rememberViewed({ _id: `${n}`.padStart(24, '0'), productGroup: `AR-${n}` }, null);
    rememberViewed({ _id: 'a'.repeat(24), productGroup: 'AR-20' }, null);
    expect(groups(null).slice(0, 3)).toEqual(['AR-20', 'AR-25', 'AR-24']);
    expect(groups(null)).toHaveLength(20);
  });

  it('goes on with who signs in, and is shown to no other account and to no guest after', () => {
    rememberViewed(cardOf(1), null);
    expect(groups('asha')).toEqual(['AR-1001']);
    rememberViewed(cardOf(2), 'asha');
    expect([groups('asha'), groups('emily'), groups(null)]).toEqual([['AR-1002', 'AR-1001'], [], []]);
  });

  it('is nothing where the stored text is none of ours', () => {
    localStorage.setItem('shop:recently-viewed', '{"of":null,"pieces":7}');
    expect(viewedBy(null)).toEqual([]);
  });
});

describe('the strip', () => {
  it('asks for nothing until it is scrolled near, and leaves out this page and what left the shop', async () => {
    for (const n of [1, 2, 3]) rememberViewed(cardOf(n), null);
    shown();
    await act(async () => {});
    expect(asked).toEqual([]);
    act(() => scrollNear());
    expect(await screen.findByRole('heading', { name: 'Recently viewed' })).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Ring 1' })).not.toBeNull();
    expect(screen.queryByRole('link', { name: 'Ring 3' })).toBeNull();
    expect(asked).toEqual([`/api/v1/product/cards?ids=${cardOf(2)._id}%2C${cardOf(1)._id}`]);
  });

  it('is cleared by its button', async () => {
    rememberViewed(cardOf(1), ASHA._id);
    shown(ASHA);
    await act(async () => {});
    act(() => scrollNear());
    fireEvent.click(await screen.findByRole('button', { name: /^Clear/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ring 1' })).toBeNull());
    expect(screen.getByRole('status').textContent).toBe('What you looked at is forgotten.');
    expect(viewedBy(ASHA._id)).toEqual([]);
  });
});
