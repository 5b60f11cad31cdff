import { createContext, use } from 'react';
import { useStore, type Store } from './store.ts';

export interface SessionUser {
  _id: string;
  name: string;
  email: string;
  /** `admin` is anybody of the staff. */
  role: 'admin' | 'user';
  /** What one of the staff may do; missing in answers of a version before there were roles, where `admin` may do everything. */
  permissions?: readonly string[] | undefined;
  /** The account became staff since this session began, which stays a shopper's. */
  signInAsStaff?: true | undefined;
  /** The account was made by a mailed code, and has no password yet. */
  hasPassword?: false | undefined;
  /** Not the account but who buys beside it, by a code to its e-mail address: it sees nothing of the account. */
  isLimited?: true | undefined;
}

/**
 * The visitor's session. `unknown` on the server and until the first answer, so that cached HTML never contains data of one
 * visitor.
 */
export type SessionState = { status: 'unknown' | 'guest'; user: null } | { status: 'user'; user: SessionUser };

export interface SessionActions {
  /**
   * Opens the sign-in panel unless signed in. Resolves to whether a user is signed in afterwards.
   * @param how `toAccount`: for what a limited session does not see; such a one is a guest then
   */
  signIn(how?: { toAccount: boolean }): Promise<boolean>;
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

const NO_ACCOUNT = { status: 'guest', user: null } as const;

/** The state for what belongs to an account: a limited session is a guest. */
export const accountIn = (state: SessionState): SessionState => (state.user?.isLimited ? NO_ACCOUNT : state);

/** As `useSession`, for what belongs to an account. */
export function useAccount(): SessionState & { signIn(): Promise<boolean> } {
  const session = useSession();
  return { ...accountIn(session), signIn: () => session.signIn({ toAccount: true }) };
}
