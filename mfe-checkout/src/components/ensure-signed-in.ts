import { closeOverlays, type SessionActions, type SessionState, type Store, toast } from '@shop/mfe-kit';

export interface Session {
  state: Store<SessionState>;
  actions: SessionActions;
}

/** Opens the sign-in panel for guests, with a message. @returns whether the user is signed in at the end */
export async function ensureSignedIn({ state, actions }: Session): Promise<boolean> {
  if (state.get().status === 'unknown') await actions.refresh();
  if (state.get().user) return true;
  closeOverlays();
  toast.error('Please login');
  return actions.signIn();
}
