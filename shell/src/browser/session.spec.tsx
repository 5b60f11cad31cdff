import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountIn, closeOverlays, overlays, setApiTransport, toasts } from '@shop/mfe-kit';
import { eventually } from '@shop/test-kit';
import { createSession } from './session.ts';

const asha = { _id: 'a', name: 'Asha', email: 'asha@example.com', role: 'user' };
const bela = { _id: 'b', name: 'Bela', email: 'bela@example.com', role: 'user' };

class SilentEventSource {
  static CLOSED = 2;
  static open = 0;
  constructor() {
    SilentEventSource.open++;
  }
  addEventListener() {}
  close() {
    SilentEventSource.open--;
  }
}

const limited = { _id: 'g', name: 'Customer', email: 'asha@example.com', role: 'user', isLimited: true };

let whoIs: (typeof asha | null)[];
let answers: Response[];
let calls: string[];
const happened = { forgotten: 0, reloaded: 0, home: 0 };
const realFetch = globalThis.fetch;

beforeEach(() => {
  whoIs = [null];
  calls = [];
  answers = [];
  SilentEventSource.open = 0;
  Object.assign(happened, { forgotten: 0, reloaded: 0, home: 0 });
  Object.assign(globalThis, { EventSource: SilentEventSource });
  localStorage.clear();
  document.cookie = 'signed-in=; max-age=0';
  toasts.set([]);
  globalThis.fetch = (async (url: string) => {
    calls.push(url);
    const body = url.endsWith('/me') ? { user: whoIs.length > 1 ? whoIs.shift() : whoIs[0] } : { success: true };
    const answer = new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    answers.push(answer);
    return answer;
  }) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
  setApiTransport({ origin: '', fetch: realFetch });
});

const open = () =>
  createSession({
    forgetEverything: () => void happened.forgotten++,
    reload: () => void happened.reloaded++,
    goHome: () => void happened.home++,
    onGap: () => {},
  });

describe('the session', () => {
  it('is unknown until the server has been asked, then a guest’s or somebody’s', async () => {
    const { state, start } = open();
    expect(state.get().status).toBe('unknown');
    start();
    await eventually(() => state.get().status === 'guest');
    expect(calls).toEqual(['/api/v1/me']);
  });

  it('is renewed once when the browser says that somebody is signed in and the server does not know who', async () => {
    document.cookie = 'signed-in=1';
    whoIs = [null, asha];
    const { state, start } = open();
    start();
    await eventually(() => state.get().user?.name === 'Asha');
    expect(calls).toEqual(['/api/v1/me', '/api/v1/auth/refresh', '/api/v1/me']);
    // An unread body keeps its request open.
    expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true, true]);
  });

  it('of a guest stays one when the shop cannot be asked', async () => {
    globalThis.fetch = (() => Promise.reject(new TypeError('offline'))) as typeof fetch;
    const { state, start } = open();
    start();
    await eventually(() => state.get().status === 'guest');
  });

  it('is asked for again, and nobody is taken for a guest, while the shop does not answer somebody who is signed in', async () => {
    document.cookie = 'signed-in=1';
    whoIs = [asha];
    const answering = globalThis.fetch;
    let refused = 0;
    globalThis.fetch = (async () => {
      refused++;
      return new Response('', { status: 503 });
    }) as typeof fetch;
    const { state, start } = open();
    start();
    await eventually(() => refused > 0);
    expect(state.get().status).toBe('unknown');
    globalThis.fetch = answering;
    await eventually(() => state.get().user?.name === 'Asha');
  });

  it('loads anew what was loaded for a guest, and takes nothing away, when somebody signs in', async () => {
    const { state, actions, start } = open();
    start();
    await eventually(() => state.get().status === 'guest');
    whoIs = [asha];
    await actions.refresh();
    expect(state.get().user?.name).toBe('Asha');
    expect(happened).toEqual({ forgotten: 0, reloaded: 1, home: 0 });
    await eventually(() => SilentEventSource.open === 1, { what: 'the tab listens' });
  });

  it('leaves nothing that was kept for a user whose session ended while no page was open, and keeps it for one who is there', async () => {
    for (const [who, kept] of [
      [asha, '[]'],
      [null, null],
    ] as const) {
      localStorage.setItem('admin:recent', '[]');
      whoIs = [who];
      const { state, start } = open();
      start();
      await eventually(() => state.get().status !== 'unknown');
      expect(localStorage.getItem('admin:recent')).toBe(kept);
    }
  });

  it.each([
    ['somebody else is there', bela],
    ['nobody is there any more', null],
  ])('forgets everything when %s', async (_what, next) => {
    whoIs = [asha];
    const { state, actions, start } = open();
    start();
    await eventually(() => state.get().user !== null);
    localStorage.setItem('admin:recent', '[]');
    whoIs = [next];
    await actions.refresh();
    expect(happened.forgotten).toBe(1);
    expect(localStorage.getItem('admin:recent')).toBeNull();
    expect(state.get().user?.name).toBe(next?.name);
  });

  describe('that is over while something is being written', () => {
    const preventUnload = (event: Event) => event.preventDefault();
    beforeEach(() => window.addEventListener('beforeunload', preventUnload));
    afterEach(() => {
      window.removeEventListener('beforeunload', preventUnload);
      closeOverlays();
    });
    /** Asha has unsaved input when her session ends. */
    const endWithUnsavedInput = async () => {
      whoIs = [asha];
      const session = open();
      session.start();
      await eventually(() => session.state.get().user !== null);
      whoIs = [null];
      await session.actions.refresh();
      return session;
    };
    const panels = () => overlays.get().map(({ id }) => id);

    it('leaves that where it is, says so, and lets the same person sign in over it', async () => {
      const { state, actions } = await endWithUnsavedInput();
      expect(panels()).toEqual(['account/sign-in']);
      expect(toasts.get().map(({ message }) => message)).toEqual([
        'Your session ended. Sign in again: what you wrote is still here',
      ]);
      // The page refreshes when the user returns from another tab, for example after copying the code.
      await actions.refresh();
      expect(panels()).toEqual(['account/sign-in']);
      whoIs = [asha];
      await actions.refresh();
      overlays.get()[0]!.settle(true);
      await Promise.resolve();
      expect(state.get().user?.name).toBe('Asha');
      expect(happened).toEqual({ forgotten: 0, reloaded: 0, home: 0 });
    });

    it.each([
      ['who does not sign in', () => closeOverlays()],
      [
        'who signed out in another tab',
        () => window.dispatchEvent(new StorageEvent('storage', { key: 'shop:session' })),
      ],
    ])('is forgotten with all that was there of one %s', async (_who, leave) => {
      const { state } = await endWithUnsavedInput();
      leave();
      await eventually(() => state.get().status === 'guest');
      expect(happened.forgotten).toBeGreaterThan(0);
      expect(panels()).toEqual([]);
    });

    it('stays with who has signed in again in another tab', async () => {
      const { state } = await endWithUnsavedInput();
      whoIs = [asha];
      closeOverlays();
      await eventually(() => calls.filter((call) => call.endsWith('/me')).length === 3);
      expect(state.get().user?.name).toBe('Asha');
      expect(happened.forgotten).toBe(0);
    });

    it('shows nothing of it to somebody else who signs in', async () => {
      const { state, actions } = await endWithUnsavedInput();
      whoIs = [bela];
      await actions.refresh();
      await Promise.resolve();
      expect(state.get().user?.name).toBe('Bela');
      expect(happened.forgotten).toBe(1);
      expect(panels()).toEqual([]);
    });
  });

  it('ends on the screen even when signing out fails, and says so', async () => {
    whoIs = [asha];
    const { state, actions, start } = open();
    start();
    await eventually(() => SilentEventSource.open === 1, { what: 'the tab listens' });
    globalThis.fetch = (() => Promise.reject(new TypeError('offline'))) as typeof fetch;
    await actions.signOut();
    expect(state.get().status).toBe('guest');
    expect(happened).toEqual({ forgotten: 1, reloaded: 0, home: 1 });
    expect(toasts.get().map(({ kind }) => kind)).toEqual(['error']);
    expect(SilentEventSource.open).toBe(0);
  });

  it('that is limited is one, and a guest’s for what belongs to the account until a full sign-in', async () => {
    whoIs = [limited];
    const { state, actions, start } = open();
    start();
    await eventually(() => state.get().user !== null);
    expect(await actions.signIn()).toBe(true);
    expect(overlays.get()).toEqual([]);
    expect(accountIn(state.get())).toEqual({ status: 'guest', user: null });
    const isSignedIn = actions.signIn({ toAccount: true });
    await eventually(() => overlays.get().length === 1);
    whoIs = [asha];
    await actions.refresh();
    expect(await isSignedIn).toBe(true);
    expect(happened.forgotten).toBe(1);
  });

  describe('while an answer is on its way', () => {
    /** Delays the next answer until the returned function is called. */
    function hold(): () => void {
      const originalFetch = globalThis.fetch;
      let release = () => {};
      globalThis.fetch = (async (...args: Parameters<typeof fetch>) => {
        globalThis.fetch = originalFetch;
        const answer = await originalFetch(...args);
        await new Promise<void>((resolve) => (release = resolve));
        return answer;
      }) as typeof fetch;
      return () => release();
    }

    it('is over for good when somebody signs out', async () => {
      whoIs = [asha];
      const { state, actions, start } = open();
      start();
      await eventually(() => state.get().user !== null);
      const release = hold();
      const refreshed = actions.refresh();
      await actions.signOut();
      release();
      await refreshed;
      expect(state.get().status).toBe('guest');
      expect(happened).toEqual({ forgotten: 1, reloaded: 0, home: 1 });
    });

    it('is that of who signs in, for all who want to know', async () => {
      const { state, actions, start } = open();
      start();
      await eventually(() => state.get().status === 'guest');
      const release = hold();
      const before = actions.refresh();
      whoIs = [asha];
      await actions.refresh();
      expect(state.get().user?.name).toBe('Asha');
      release();
      await before;
      expect(state.get().user?.name).toBe('Asha');
      expect(happened).toEqual({ forgotten: 0, reloaded: 1, home: 0 });
    });
  });

  it('of somebody hides a page that the browser keeps for Back, and it is shown again only if nobody came or went', async () => {
    const root = document.documentElement;
    const happens = (name: string) => window.dispatchEvent(Object.assign(new Event(name), { persisted: true }));
    // jsdom cannot reload and logs an error instead; the page stays hidden until it is reloaded.
    const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
    whoIs = [asha];
    const { state, start } = open();
    start();
    await eventually(() => state.get().user !== null);
    happens('pagehide');
    expect(root.hasAttribute('data-kept')).toBe(true);
    happens('pageshow');
    expect(root.hasAttribute('data-kept')).toBe(false);

    happens('pagehide');
    localStorage.setItem('shop:session', 'somebody else came');
    happens('pageshow');
    expect(root.hasAttribute('data-kept')).toBe(true);
    root.removeAttribute('data-kept');
    consoleError.mockRestore();
  });

  it('is asked for once, however many want to know', async () => {
    const { actions, start } = open();
    start();
    await Promise.all([actions.refresh(), actions.refresh(), actions.refresh()]);
    expect(calls).toEqual(['/api/v1/me']);
  });
});
