import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LoaderContext, type PartLoader, Router, setApiTransport } from '@shop/mfe-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { MainMenu } from './main-menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';

const value = (label: string) => ({ value: label.toLowerCase(), label, count: 2 });
const MENU = {
  categories: [
    {
      main: 'ring',
      image: '/api/v1/images/rings.avif',
      subs: [{ name: 'halo', count: 2 }],
      stones: [value('Ruby')],
      prices: [
        { to: 10_000, count: 1 },
        { from: 10_000, to: 25_000, count: 2 },
        { from: 100_000, count: 1 },
      ],
      occasions: [value('Wedding')],
      count: 3,
    },
  ],
  materials: [{ tag: 'gold', subs: [], stones: [], prices: [], occasions: [], count: 1 }],
  shop: { stones: [], prices: [{ to: 10_000, count: 1 }], occasions: [] },
  collections: [{ slug: 'bridal', name: 'Bridal', kind: 'collection' }],
};
const ANSWERS: Record<string, object> = {
  '/api/v1/categories': {
    categories: [
      { _id: '1'.repeat(24), main: 'ring', sub: ['halo', 'empty'] },
      { _id: '2'.repeat(24), main: 'bangle', sub: ['kada'] },
    ],
  },
  '/api/v1/materials': { materials: [{ _id: '3'.repeat(24), tag: 'gold', sub: ['all'] }] },
  '/api/v1/menu': MENU,
  '/api/v1/menus': {
    sources: [],
    menus: {
      header: [
        { kind: 'categories' },
        { kind: 'materials', label: 'Materials' },
        { kind: 'link', label: 'Shop', path: '/shop' },
        { kind: 'link', label: 'Collections', path: '/collections' },
        { kind: 'link', label: 'About', path: '/about', items: [{ kind: 'link', label: 'Care', path: '/page/care' }] },
        { kind: 'link', label: 'Contact', path: '/contact' },
      ],
      slideOut: [
        { kind: 'categories' },
        { kind: 'materials' },
        { kind: 'heading', label: 'Help', items: [{ kind: 'link', label: 'Care', path: '/page/care' }] },
        { kind: 'link', label: 'Contact', path: '/contact' },
      ],
      footer: [],
    },
  },
};

/** No other page is loaded here. */
const loader: PartLoader = {
  peek: () => undefined,
  load: async () => ({ default: () => null }),
  standing: () => false,
  preloadPart: () => {},
  preloadPage: () => {},
};

// Real: the menus, their queries and API client. Stubbed: the gateway.
describe('the menu of wide screens', () => {
  let asked: string[];
  beforeEach(() => {
    asked = [];
    setApiTransport({
      origin: 'http://gateway',
      fetch: async (url) => {
        const { pathname } = new URL(String(url));
        asked.push(pathname);
        const answer = ANSWERS[pathname];
        return answer ? Response.json(answer) : new Response('{}', { status: 503 });
      },
    });
  });
  afterEach(cleanup);

  const visited: string[] = [];
  const navigator = {
    createHref: String,
    push: (to: unknown) => void visited.push(String(to)),
    replace: () => {},
    go: () => {},
  };
  const open = async (menu = <MainMenu />) => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(
      <QueryClientProvider client={client}>
        <LoaderContext value={loader}>
          <Router location="/about" navigator={navigator}>
            {menu}
          </Router>
        </LoaderContext>
      </QueryClientProvider>,
    );
    await screen.findByText('rings');
  };
  const entry = (name: string) => screen.getByText(name).closest('li')!;
  const toggle = (name: string) => screen.getByRole('button', { name: `Menu of ${name}` });
  const isOpen = (name: string) => toggle(name).getAttribute('aria-expanded') === 'true';
  const loaded = async () => {
    fireEvent.focus(screen.getByRole('link', { name: 'rings' }));
    await screen.findByRole('button', { name: 'Menu of rings' });
  };
  const hover = (element: Element) =>
    element.dispatchEvent(Object.assign(new Event('pointerenter'), { pointerType: 'mouse' }));

  it('asks for the panels only when it is about to be used', async () => {
    await open();
    expect(asked).not.toContain('/api/v1/menu');
    // What the server has, for those without scripts.
    expect(within(entry('rings')).getByRole('link', { name: 'empty' })).toBeTruthy();
    await loaded();
    expect(asked.filter((path) => path === '/api/v1/menu')).toHaveLength(1);
  });

  it('leads by style, stone, price and occasion, only to what has pieces', async () => {
    await open();
    await loaded();
    fireEvent.click(toggle('rings'));
    const links = within(entry('rings')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['rings', '/product/ring'],
      ['halo', '/product/ring/halo'],
      ['Ruby', '/product/ring?filter.stone=ruby'],
      ['Under ₹10,000', '/product/ring?filter.price.lte=10000'],
      ['₹10,000 – ₹25,000', '/product/ring?filter.price.gte=10000&filter.price.lte=25000'],
      ['Above ₹1,00,000', '/product/ring?filter.price.gte=100000'],
      ['Wedding', '/product/ring?filter.occasion=wedding'],
      ['All rings', '/product/ring'],
    ]);
  });

  it('opens one panel at a time by its buttons, and Escape closes it and gives the focus back', async () => {
    await open();
    await loaded();
    fireEvent.click(toggle('rings'));
    expect(isOpen('rings')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Materials' }));
    expect([isOpen('rings'), screen.getByRole('button', { name: 'Materials' }).ariaExpanded]).toEqual([false, 'true']);
    fireEvent.click(toggle('bangles'));
    fireEvent.keyDown(screen.getByRole('link', { name: 'kada' }), { key: 'Escape' });
    expect(isOpen('bangles')).toBe(false);
    expect(document.activeElement).toBe(toggle('bangles'));
    fireEvent.click(toggle('bangles'));
    fireEvent.pointerDown(document.body);
    expect(isOpen('bangles')).toBe(false);
  });

  it('opens when a mouse stays on an entry, and closes when it leaves or the focus does', async () => {
    await open();
    await loaded();
    hover(entry('rings'));
    expect(isOpen('rings')).toBe(false);
    await waitFor(() => expect(isOpen('rings')).toBe(true));
    entry('rings').dispatchEvent(new Event('pointerleave'));
    await waitFor(() => expect(isOpen('rings')).toBe(false));
    fireEvent.click(toggle('rings'));
    fireEvent.focusOut(toggle('rings'), { relatedTarget: toggle('bangles') });
    expect(isOpen('rings')).toBe(false);
  });

  it('opens at the first tap of a finger, and follows the link at the second', async () => {
    await open();
    await loaded();
    const tap = () => {
      const click = Object.assign(new MouseEvent('click', { bubbles: true, cancelable: true }), {
        pointerType: 'touch',
      });
      fireEvent(screen.getByRole('link', { name: 'rings' }), click);
      return click.defaultPrevented;
    };
    expect([tap(), isOpen('rings')]).toEqual([true, true]);
    expect(visited).toEqual([]);
    tap();
    expect([visited, isOpen('rings')]).toEqual([['/product/ring'], false]);
  });

  it('keeps what the server had where the panels know nothing', async () => {
    ANSWERS['/api/v1/menu'] = undefined as never;
    try {
      await open();
      await loaded();
      fireEvent.click(toggle('rings'));
      expect(within(entry('rings')).getByRole('link', { name: 'empty' })).toBeTruthy();
    } finally {
      ANSWERS['/api/v1/menu'] = MENU;
    }
  });

  it('opens the entries that staff put below an item', async () => {
    await open();
    await loaded();
    fireEvent.click(toggle('About'));
    expect(isOpen('About')).toBe(true);
    expect(screen.getByText('Care').getAttribute('href')).toBe('/page/care');
    expect(screen.queryByRole('button', { name: 'Menu of Contact' })).toBeNull();
  });

  it('has the same ways on phones, with what staff put into the menu', async () => {
    await open(<MobileMenu />);
    fireEvent(document.querySelector('details')!, new Event('toggle'));
    expect(await screen.findByText('₹10,000 – ₹25,000')).toBeTruthy();
    const help = screen.getByText('Help').closest('details')!;
    expect(within(help).getByText('Care').getAttribute('href')).toBe('/page/care');
    expect(screen.getByText('Contact').getAttribute('href')).toBe('/contact');
  });

  it('stays open on phones where it was opened before its script ran', async () => {
    function Tap() {
      useLayoutEffect(() => void (document.querySelector('details')!.open = true), []);
      return null;
    }
    await open(
      <>
        <MobileMenu />
        <Tap />
      </>,
    );
    expect(document.querySelector('details')!.open).toBe(true);
  });
});
