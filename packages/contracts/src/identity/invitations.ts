import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { filledLine, moment, objectId } from '../core/shapes.ts';
import { writtenEmail } from './auth.ts';
import { roleId } from './staff.ts';

export const invitationErrors = defineErrors({
  'invitation.not-found': { status: 404, message: 'This invitation was accepted or taken back' },
  'invitation.over': { status: 410, message: 'This invitation is over. Please ask for another one' },
  'invitation.is-staff': { status: 409, message: 'This person is of the staff already' },
});

/** Of an address to the staff. The link is mailed and shown nowhere. */
export const invitation = z
  .object({
    _id: objectId,
    email: z.string(),
    role: z.object({ id: roleId, name: z.string() }),
    /** Who invited; the name that the account had then. */
    invitedBy: z.string(),
    createdAt: moment,
    expiresAt: moment,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitation>;

export const listInvitations = defineCall({
  id: 'identity.list-invitations',
  service: 'identity',
  method: 'GET',
  path: '/admin/people/invitations',
  access: staff('people.read'),
  summary: 'Invitations that were not accepted, the newest first; also those that are over; at most 500',
  answer: z.object({ invitations: z.array(invitation) }),
  errors: [],
});

export const inviteStaff = defineCall({
  id: 'identity.invite-staff',
  service: 'identity',
  method: 'POST',
  path: '/admin/people/invitations',
  access: staff('people.change'),
  summary:
    'Mails a link by which the owner of an address joins the staff; an earlier one to the address is worth nothing then',
  body: z.object({ email: writtenEmail, role: roleId }),
  answer: z.object({ invitation }),
  status: 201,
  errors: ['role.not-found', 'role.more-than-yours', 'invitation.is-staff', 'auth.code-not-sent'],
  idempotencyKey: true,
  timeoutMs: 12_000,
});

export const withdrawInvitation = defineCall({
  id: 'identity.withdraw-invitation',
  service: 'identity',
  method: 'DELETE',
  path: '/admin/people/invitation/:id',
  access: staff('people.change'),
  summary: 'Takes an invitation back: its link is worth nothing any more',
  params: z.object({ id: objectId }),
  answer: z.object({ id: objectId }),
  errors: ['invitation.not-found', 'role.more-than-yours'],
});

/** The secret of the link. */
const params = z.object({ token: z.string().min(20).max(100) });

export const getInvitation = defineCall({
  id: 'identity.get-invitation',
  service: 'identity',
  method: 'GET',
  path: '/auth/invitation/:token',
  access: 'guest',
  summary: 'What who was mailed the link is invited to',
  params,
  answer: z.object({
    invitation: z.object({
      email: z.string(),
      role: z.string(),
      invitedBy: z.string(),
      /** `password`: the address has an account, whose password is asked for. `none`: with it an account is made. */
      account: z.enum(['none', 'without-password', 'password']),
    }),
  }),
  errors: ['invitation.not-found', 'invitation.over', 'invitation.is-staff'],
});

export const acceptInvitation = defineCall({
  id: 'identity.accept-invitation',
  service: 'identity',
  method: 'POST',
  path: '/auth/invitation/:token',
  access: 'guest',
  summary:
    'Joins the staff: by the password of the account that has the address, or by one that is set with this. Signs no one in',
  params,
  body: z.object({
    /** For a new account. */
    name: filledLine('Name', 100).optional(),
    password: z.string().min(1, 'Password is required').max(128, 'At most 128 characters'),
  }),
  answer: z.object({ email: z.string() }),
  errors: [
    'invitation.not-found',
    'invitation.over',
    'invitation.is-staff',
    'auth.wrong-password',
    'auth.weak-password',
  ],
  limit: 'sign-in',
});
