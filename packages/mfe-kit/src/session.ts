import { createContext, use } from 'react';
import { useStore, type Store } from './store.ts';

export interface SessionUser {
  _id: string;
  name: string;
  email: string;
  role: 'admin' | 'user';
}

/**
 * Who looks at the page. `unknown` on the server and until the first answer, so that shared HTML never holds anything of
 * one visitor.
 */
export type SessionState = { status: 'unknown' | 'guest'; user: null } | { status: 'user'; user: SessionUser };

export interface SessionActions {
  /** Opens the sign-in panel unless signed in already. Answers whether somebody is signed in at the end. */
  signIn(): Promise<boolean>;
  /** Ends the session, forgets all that was loaded for this user, and goes to `/`. */
  signOut(): Promise<void>;
  /** Asks the server again; to be called when signing in succeeded or the profile changed. */
  refresh(): Promise<void>;
}

/** Never changes while the page lives: what changes is in the store. */
export const SessionContext = createContext<{ state: Store<SessionState>; actions: SessionActions } | null>(null);

/** Who is signed in, and how to change that. New values arrive in a transition. */
export function useSession(): SessionState & SessionActions {
  const session = use(SessionContext);
  if (!session) throw new Error('This needs a <SessionContext>: the shell or a host brings it');
  return { ...useStore(session.state), ...session.actions };
}
