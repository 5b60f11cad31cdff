import { closeOverlays, type SessionActions, type SessionState, type Store, toast } from '@shop/mfe-kit';

export interface Session {
  state: Store<SessionState>;
  actions: SessionActions;
}

/** Answers whether somebody is signed in at the end. A guest is told why the sign-in panel opens. */
export async function signedIn({ state, actions }: Session): Promise<boolean> {
  if (state.get().status === 'unknown') await actions.refresh();
  if (state.get().user) return true;
  closeOverlays();
  toast.error('Please login');
  return actions.signIn();
}
