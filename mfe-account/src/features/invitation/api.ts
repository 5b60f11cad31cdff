import { identity, type AnswerOf } from '@shop/contracts/browser';
import { ApiError, call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Invitation = AnswerOf<typeof identity.getInvitation>['invitation'];

/** `null` where its link does not work any more, `is-staff` where the address has a role by now. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['account', 'invitation', token],
    queryFn: async ({ signal }): Promise<Invitation | 'is-staff' | null> => {
      try {
        return (await call(identity.getInvitation, { params: { token }, signal })).invitation;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invitation.is-staff') return 'is-staff';
        if (error instanceof ApiError && error.code.startsWith('invitation.')) return null;
        // An address that was cut off is none of a mail.
        if (error instanceof ApiError && error.status === 400) return null;
        throw error;
      }
    },
    staleTime: Infinity,
  });
