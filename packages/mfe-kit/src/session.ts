import { createContext, use } from 'react';
import { useStore, type Store } from './store.ts';

export interface SessionUser {
  _id: string;
  name: string;
  email: string;
  role: 'admin' | 'user';
}

/**
 * The visitor's session. `unknown` on the server and until the first answer, so that cached HTML never contains data of one
 * visitor.
 */
export type SessionState = { status: 'unknown' | 'guest'; user: null } | { status: 'user'; user: SessionUser };

export interface SessionActions {
  /** Opens the sign-in panel unless signed in. Resolves to whether a user is signed in afterwards. */
  signIn(): Promise<boolean>;
  /** Ends the session, clears all data of this user, and goes to `/`. */
  signOut(): Promise<void>;
  /** Refetches the session; to be called after signing in or changing the profile. */
  refresh(): Promise<void>;
}

/** The value is constant; changes are in the store. */
export const SessionContext = createContext<{ state: Store<SessionState>; actions: SessionActions } | null>(null);

/** The session and its actions. New values arrive in a transition. */
export function useSession(): SessionState & SessionActions {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a <SessionContext>, which the shell or a host provides');
  return { ...useStore(session.state), ...session.actions };
}
