import { identity } from '@shop/contracts/browser';
import {
  call,
  closeOverlays,
  createStore,
  emit,
  messageOf,
  openOverlay,
  setApiTransport,
  toast,
  type SessionActions,
  type SessionState,
  type Store,
} from '@shop/mfe-kit';
import { mayBeSignedIn } from '../signed-in.ts';

/** Changes whenever somebody signs in or out in this browser: other tabs, and pages kept for Back, compare it. */
const STAMP = 'shop:session';
const GUEST: SessionState = { status: 'guest', user: null };

/** Whether something written on the page would be lost with it: asked as the browser asks before it leaves one. */
const isBeingWritten = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** How long to wait, ms, before it is asked again who is signed in; the last one for ever after. */
const PAUSES = [1000, 3000, 10_000];

interface Parts {
  /** Everything loaded for one person is forgotten, and what shows it is taken away, before the next frame. */
  forgetEverything(): void;
  /** Somebody came: what was loaded for a guest is asked for again. */
  reload(): void;
  goHome(): void;
  /** News of this user may have been missed: what is shown of them is asked for again. */
  onGap(): void;
}

/** The session as the page knows it. Asks nothing before `start`. */
export function createSession({ forgetEverything, reload, goHome, onGap }: Parts) {
  const state: Store<SessionState> = createStore<SessionState>({ status: 'unknown', user: null });
  let asking: Promise<void> | undefined;
  /** The question whose answer counts: one to an older question knows nothing of who came or went since. */
  let newest = 0;
  let failures = 0;

  let leaveTab = () => {};
  /** Hears what happens to this user's things elsewhere; the code for that is fetched with the first user. */
  function followTab(isUser: boolean): void {
    leaveTab();
    let isOver = !isUser;
    leaveTab = () => {
      isOver = true;
    };
    if (isOver) return;
    import(/* webpackChunkName: "tab-stream" */ './tab-stream.ts').then(
      ({ followUser }) => {
        if (!isOver) leaveTab = followUser({ onGap, refresh: actions.refresh });
      },
      // Without it the page fetches anew when it is looked at again.
      () => {},
    );
  }

  function become(next: SessionState): void {
    const before = state.get();
    if (before.user?._id !== next.user?._id) followTab(next.user !== null);
    if (before.user && before.user._id !== next.user?._id) {
      closeOverlays();
      state.set(next);
      forgetEverything();
    } else {
      state.set(next);
      if (before.status === 'guest' && next.user) reload();
    }
    if (before.status !== 'unknown' && before.user?._id !== next.user?._id) {
      localStorage.setItem(STAMP, String(Date.now()));
      emit('shell:session-changed', {});
    }
  }

  let isComingBack = false;
  let isMeant = false;
  /** Nobody is signed in any more. Unless somebody meant that, what is being written stays, and its writer may sign in over it. */
  async function lose(): Promise<void> {
    if (!state.get().user || isMeant || !isBeingWritten()) return become(GUEST);
    if (isComingBack) return;
    isComingBack = true;
    toast.error('Your session ended. Sign in again: what you wrote is still here');
    const isBack = await openOverlay('account/sign-in', {});
    isComingBack = false;
    if (!isBack) await settle();
  }
  /** Somebody may have left or come, here or in another tab: what the server says of that is what holds. */
  async function settle(): Promise<void> {
    isMeant = true;
    await actions.refresh();
    isMeant = false;
  }

  const renew = async (): Promise<boolean> => {
    if (!mayBeSignedIn(document.cookie)) return false;
    const answer = await fetch(identity.refreshSession.path, { method: 'POST', credentials: 'same-origin' });
    // Not refused, but not answered either: the session may well be there.
    if (answer.status >= 500) throw new Error(`Renewing the session answered ${answer.status}`);
    return answer.ok;
  };

  async function ask(): Promise<void> {
    const mine = ++newest;
    try {
      let { user } = await call(identity.me);
      if (!user && (await renew())) ({ user } = await call(identity.me));
      if (mine !== newest) return asking;
      if (user) become({ status: 'user', user });
      else void lose();
      failures = 0;
    } catch {
      if (mine !== newest) return asking;
      // Whoever was known stays known, and the shop is readable without knowing who reads it.
      if (state.get().status !== 'unknown') return;
      if (!mayBeSignedIn(document.cookie)) return become(GUEST);
      // Somebody is signed in: a guarded page waits for the answer, where a guest would be sent away.
      setTimeout(() => void actions.refresh(), PAUSES[Math.min(failures++, PAUSES.length - 1)]);
    }
  }

  const actions: SessionActions = {
    refresh() {
      // As long as nobody is known, one answer does for all who want to know.
      if (asking && state.get().status === 'unknown') return asking;
      const answer = ask().finally(() => {
        if (asking === answer) asking = undefined;
      });
      asking = answer;
      return answer;
    },
    async signIn() {
      if (state.get().status === 'unknown') await actions.refresh();
      if (state.get().user) return true;
      await openOverlay('account/sign-in', {});
      return state.get().user !== null;
    },
    async signOut() {
      try {
        await call(identity.logout);
        toast.success('Logged out successfully');
      } catch (error) {
        toast.error(messageOf(error, 'Logout failed'));
      }
      // Whatever was answered: nothing of this user stays on the screen, nor comes back with an answer on its way.
      newest++;
      asking = undefined;
      goHome();
      become(GUEST);
    },
  };

  function start(): void {
    setApiTransport({
      origin: '',
      fetch: (...args) => fetch(...args),
      renewSession: renew,
      sessionLost: () => {
        if (state.get().user) void lose();
      },
    });
    void actions.refresh();
    let known = localStorage.getItem(STAMP);
    window.addEventListener('storage', ({ key }) => {
      if (key === STAMP) void settle();
    });
    // A page that the browser kept for Back must not show who was there before.
    window.addEventListener('pagehide', ({ persisted }) => {
      known = localStorage.getItem(STAMP);
      document.documentElement.toggleAttribute('data-kept', persisted && state.get().user !== null);
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      if (known !== localStorage.getItem(STAMP)) window.location.reload();
      else document.documentElement.removeAttribute('data-kept');
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && (state.get().user || mayBeSignedIn(document.cookie)))
        void actions.refresh();
    });
  }

  return { state, actions, start };
}
