import { createContext, use } from 'react';

export interface SessionUser {
  id: string;
  name: string;
  email: string;
  role: 'admin' | 'user';
}

/**
 * Who looks at the page. `unknown` on the server and until the first answer, so that shared HTML never holds anything of
 * one visitor. Changes arrive in a transition.
 */
export interface Session {
  status: 'unknown' | 'guest' | 'user';
  user: SessionUser | null;
  /** Opens the sign-in panel unless signed in already. Answers whether somebody is signed in at the end. */
  signIn(): Promise<boolean>;
  /** Ends the session, forgets all that was loaded for this user, and goes to `/`. */
  signOut(): Promise<void>;
  /** Asks the server again; to be called when signing in succeeded or the profile changed. */
  refresh(): Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('This needs a <SessionContext>: the shell or a host brings it');
  return session;
}
