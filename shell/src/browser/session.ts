import { identity } from '@shop/contracts/browser';
import {
  accountIn,
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
import { noteReadOnly, readOnlyUntil } from './read-only.ts';

/** Changes with every sign-in and sign-out in this browser; compared by other tabs and by pages in the back/forward cache. */
const STAMP = 'shop:session';
const GUEST: SessionState = { status: 'guest', user: null };

/** Whether the page has unsaved input: a `beforeunload` listener prevents leaving it. */
const hasUnsavedInput = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Entries of the local storage that slices keep for one user: they go with the session. */
const KEPT_FOR_USER = ['admin:recent'];
function forgetKept(): void {
  try {
    for (const name of KEPT_FOR_USER) localStorage.removeItem(name);
  } catch {
    // Where storage is forbidden, nothing is kept.
  }
}

/** Back-off in ms after failing to fetch the session; the last one repeats. */
const RETRY_DELAYS_MS = [1000, 3000, 10_000];

/** While the shop is read-only. */
const LOOK_AGAIN_MS = 30_000;

interface Dependencies {
  /** Clears all data of a user and unmounts what shows it, before the next frame. */
  forgetEverything(): void;
  /** A guest has signed in: refetch what was loaded for the guest. */
  reload(): void;
  goHome(): void;
  /** Events of this user may have been missed: refetch their data. */
  onGap(): void;
}

/** The session in the browser. Sends no request before `start`. */
export function createSession({ forgetEverything, reload, goHome, onGap }: Dependencies) {
  const state: Store<SessionState> = createStore<SessionState>({ status: 'unknown', user: null });
  let refreshing: Promise<void> | undefined;
  /** Number of the latest request; answers to earlier requests are stale. */
  let latestRequest = 0;
  let failures = 0;

  let closeStream = () => {};
  /** Opens or closes the stream of the user's events; its code is loaded with the first user. */
  function followEvents(isUser: boolean): void {
    closeStream();
    let isClosed = !isUser;
    closeStream = () => {
      isClosed = true;
    };
    if (isClosed) return;
    import(/* webpackChunkName: "tab-stream" */ './tab-stream.ts').then(
      ({ followUser }) => {
        if (!isClosed) closeStream = followUser({ onGap, refresh: actions.refresh });
      },
      // Without it the page refetches when it becomes visible again.
      () => {},
    );
  }

  function setSession(next: SessionState): void {
    const before = state.get();
    if (before.user?._id !== next.user?._id) followEvents(next.user !== null);
    const hasLeft = before.user !== null && before.user._id !== next.user?._id;
    // A session that ended while no page was open, too.
    if (hasLeft || !next.user) forgetKept();
    if (hasLeft) {
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

  let isSigningInAgain = false;
  let isIntended = false;
  /** The session has ended. Unless that was intended, unsaved input is kept and the user may sign in over it. */
  async function lose(): Promise<void> {
    if (!state.get().user || isIntended || !hasUnsavedInput()) return setSession(GUEST);
    if (isSigningInAgain) return;
    isSigningInAgain = true;
    toast.error('Your session ended. Sign in again: what you wrote is still here');
    const isSignedIn = await openOverlay('account/sign-in', {});
    isSigningInAgain = false;
    if (!isSignedIn) await settle();
  }
  /** Takes over the server's session after a sign-in or sign-out, here or in another tab. */
  async function settle(): Promise<void> {
    isIntended = true;
    await actions.refresh();
    isIntended = false;
  }

  const renew = async (): Promise<boolean> => {
    if (!mayBeSignedIn(document.cookie)) return false;
    const answer = await fetch(identity.refreshSession.path, { method: 'POST', credentials: 'same-origin' });
    // An unread body keeps its request open.
    await answer.text();
    // A failure, not a refusal: the session may still exist.
    if (answer.status >= 500) throw new Error(`Renewing the session failed with ${answer.status}`);
    return answer.ok;
  };

  async function fetchSession(): Promise<void> {
    const request = ++latestRequest;
    try {
      let { user } = await call(identity.me);
      if (!user && (await renew())) ({ user } = await call(identity.me));
      if (request !== latestRequest) return refreshing;
      if (user) setSession({ status: 'user', user });
      else void lose();
      failures = 0;
    } catch {
      if (request !== latestRequest) return refreshing;
      // A known session stays.
      if (state.get().status !== 'unknown') return;
      if (!mayBeSignedIn(document.cookie)) return setSession(GUEST);
      // Probably signed in: stay `unknown` and retry, because a guarded page would redirect a guest.
      setTimeout(() => void actions.refresh(), RETRY_DELAYS_MS[Math.min(failures++, RETRY_DELAYS_MS.length - 1)]);
    }
  }

  const actions: SessionActions = {
    refresh() {
      // While the session is unknown, concurrent callers share one request.
      if (refreshing && state.get().status === 'unknown') return refreshing;
      const refresh = fetchSession().finally(() => {
        if (refreshing === refresh) refreshing = undefined;
      });
      refreshing = refresh;
      return refresh;
    },
    async signIn({ toAccount } = { toAccount: false }) {
      const isSignedIn = () => (toAccount ? accountIn(state.get()) : state.get()).user !== null;
      if (state.get().status === 'unknown') await actions.refresh();
      if (isSignedIn()) return true;
      await openOverlay('account/sign-in', {});
      return isSignedIn();
    },
    async signOut() {
      try {
        await call(identity.logout);
        toast.success('Logged out successfully');
      } catch (error) {
        toast.error(messageOf(error, 'Logout failed'));
      }
      // Even if the call failed: nothing of this user stays on the page, and pending answers are ignored.
      latestRequest++;
      refreshing = undefined;
      goHome();
      setSession(GUEST);
    },
  };

  function start(): void {
    setApiTransport({
      origin: '',
      fetch: async (...args) => {
        const answer = await fetch(...args);
        noteReadOnly(answer);
        return answer;
      },
      renewSession: renew,
      sessionLost: () => {
        if (state.get().user) void lose();
      },
    });
    void actions.refresh();
    // Its end is announced by no event.
    let asking: ReturnType<typeof setInterval> | undefined;
    readOnlyUntil.subscribe(() => {
      clearInterval(asking);
      if (readOnlyUntil.get() !== null) asking = setInterval(() => void actions.refresh(), LOOK_AGAIN_MS);
    });
    let stampWhenHidden = localStorage.getItem(STAMP);
    window.addEventListener('storage', ({ key }) => {
      if (key === STAMP) void settle();
    });
    // A page from the back/forward cache must not show a previous user.
    window.addEventListener('pagehide', ({ persisted }) => {
      stampWhenHidden = localStorage.getItem(STAMP);
      document.documentElement.toggleAttribute('data-kept', persisted && state.get().user !== null);
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      if (stampWhenHidden !== localStorage.getItem(STAMP)) window.location.reload();
      else document.documentElement.removeAttribute('data-kept');
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && (state.get().user || mayBeSignedIn(document.cookie)))
        void actions.refresh();
    });
  }

  return { state, actions, start };
}
