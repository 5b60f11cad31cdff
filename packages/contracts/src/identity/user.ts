import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { csvFile } from '../core/imports.ts';
import { filledLine, objectId, sortOf, writtenAddress } from '../core/shapes.ts';
import { addressToSave, savedAddress } from './address.ts';

export const userErrors = defineErrors({
  'user.not-found': { status: 404, message: 'This account does not exist' },
  'user.username-taken': { status: 409, message: 'This username is taken' },
  'user.email-taken': { status: 409, message: 'This e-mail address belongs to another account' },
  'user.last-admin': { status: 409, message: 'The shop needs at least one owner' },
  'address.not-found': { status: 404, message: 'This address does not exist' },
  'address.too-many': { status: 409, message: 'There is no room for another address. Please remove one first' },
});

export const role = z.enum(['user', 'admin']);
export type Role = z.infer<typeof role>;

export const user = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    username: z.string().optional(),
    /** `admin` is anybody of the staff. */
    role,
    /** Of staff: which role they have, and what it may do. */
    staffRole: z.object({ id: z.string(), name: z.string() }).optional(),
    permissions: z.array(z.string()).optional(),
    /** Of staff whose session began before they were: it stays a shopper's, and the staff area asks for a new sign-in. */
    signInAsStaff: z.literal(true).optional(),
    /** The default of `addresses`. */
    address: savedAddress.optional(),
    addresses: z.array(savedAddress),
    /** Absent where it has one. An account without password proves its owner by a mailed code. */
    hasPassword: z.literal(false).optional(),
    /** Not the account but who buys beside it, by a code to its e-mail address: sees nothing of it, and its orders join it. */
    isLimited: z.literal(true).optional(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

const name = filledLine('Name', 100);
const username = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9._-]{3,30}$/, '3 to 30 letters, digits, dots, underscores or hyphens');

export const me = defineCall({
  id: 'identity.me',
  service: 'identity',
  method: 'GET',
  path: '/me',
  access: 'guest',
  summary: 'The signed-in account; `user: null` for a guest, because a 401 would be an error in every guest’s console',
  answer: z.object({ user: user.nullable() }),
  errors: [],
});

export const updateMe = defineCall({
  id: 'identity.update-me',
  service: 'identity',
  method: 'PUT',
  path: '/me/update',
  access: 'user',
  summary: 'Changes the profile; `address` replaces the default address, `username: null` removes the username',
  body: z
    .object({ name, username: username.nullable(), address: writtenAddress })
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change'),
  answer: z.object({ user }),
  errors: ['user.username-taken'],
});

export const addAddress = defineCall({
  id: 'identity.add-address',
  service: 'identity',
  method: 'POST',
  path: '/me/addresses',
  access: 'user',
  limited: 'It has addresses of its own',
  summary: 'Saves another address; the first one becomes the default',
  body: addressToSave,
  answer: z.object({ user }),
  status: 201,
  errors: ['address.too-many'],
  idempotencyKey: true,
});

const addressId = z.object({ id: z.string() });

export const changeAddress = defineCall({
  id: 'identity.change-address',
  service: 'identity',
  method: 'PUT',
  path: '/me/addresses/:id',
  access: 'user',
  limited: 'It has addresses of its own',
  summary: 'Replaces an address, or makes it the default',
  params: addressId,
  body: addressToSave,
  answer: z.object({ user }),
  errors: ['address.not-found'],
});

export const removeAddress = defineCall({
  id: 'identity.remove-address',
  service: 'identity',
  method: 'DELETE',
  path: '/me/addresses/:id',
  access: 'user',
  limited: 'It has addresses of its own',
  summary: 'Removes an address; another one becomes the default',
  params: addressId,
  answer: z.object({ user }),
  errors: ['address.not-found'],
});

export const listUsers = defineCall({
  id: 'identity.list-users',
  service: 'identity',
  method: 'GET',
  path: '/admin/users',
  access: staff('users.read'),
  summary:
    'Accounts, newest first unless `sort` says otherwise, a page at a time; `q` searches name, e-mail and username',
  query: z.object({
    q: z.string().trim().max(100).optional(),
    sort: sortOf(['name', 'email', 'since']).optional(),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ users: z.array(user), totalCount: z.int() }),
  errors: [],
});

export const exportUsers = defineCall({
  id: 'identity.export-users',
  service: 'identity',
  method: 'GET',
  path: '/admin/users/export',
  access: staff('users.read'),
  summary: 'All accounts of the list as a file, each with its default address; `q` and `sort` as in the list',
  query: z.object({
    q: z.string().trim().max(100).optional(),
    sort: sortOf(['name', 'email', 'since']).optional(),
  }),
  answer: csvFile,
  answerTypes: ['text/csv'],
  errors: [],
  timeoutMs: 30_000,
});

const userId = z.object({ id: z.string() });

export const getUser = defineCall({
  id: 'identity.get-user',
  service: 'identity',
  method: 'GET',
  path: '/admin/user/:id',
  access: staff('users.read'),
  summary: 'An account',
  params: z.object({ id: objectId }),
  answer: z.object({ user }),
  errors: ['user.not-found'],
});

export const changeUser = defineCall({
  id: 'identity.change-user',
  service: 'identity',
  method: 'PUT',
  path: '/admin/user/:id',
  access: staff('users.change'),
  summary:
    'Changes an account; a role that is taken ends its sessions at once. `admin` makes an owner, `user` takes any role of the staff: both need `people.change`, too',
  params: userId,
  body: z
    .object({ name, username: username.nullable(), email: z.email().max(254), role })
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change'),
  answer: z.object({ user }),
  errors: ['user.not-found', 'user.username-taken', 'user.email-taken', 'user.last-admin', 'role.more-than-yours'],
});

export const removeUser = defineCall({
  id: 'identity.remove-user',
  service: 'identity',
  method: 'DELETE',
  path: '/admin/user/:id',
  access: staff('users.remove'),
  proof: 'An account that was deleted does not come back',
  summary: 'Deletes an account and ends its sessions; its orders stay with the shop',
  params: userId,
  answer: z.object({ id: z.string() }),
  errors: ['user.not-found', 'user.last-admin', 'role.more-than-yours'],
});

/** For services that write to an account or prefill a form. */
export const contact = z
  .object({ userId: z.string(), name: z.string(), email: z.string(), address: savedAddress.nullable() })
  .meta({ id: 'Contact' });
export type Contact = z.infer<typeof contact>;

export const findUsersByEmail = defineCall({
  id: 'identity.find-users-by-email',
  service: 'identity',
  method: 'POST',
  path: '/internal/users/by-email',
  access: 'service',
  summary: 'For each word the accounts whose e-mail address begins with it, at most 100',
  body: z.object({
    words: z.array(z.string().min(3).max(254)).min(1).max(10),
    /** The word is the whole address. */
    isWhole: z.boolean().optional(),
  }),
  answer: z.object({ accounts: z.array(z.array(z.string())) }),
  errors: [],
  timeoutMs: 2_000,
  repeatable: 'It only reads',
});

export const getContact = defineCall({
  id: 'identity.get-contact',
  service: 'identity',
  method: 'GET',
  path: '/internal/users/:userId/contact',
  access: 'service',
  summary: 'Name, e-mail address and default address of an account',
  params: z.object({ userId: z.string().min(1).max(100) }),
  answer: z.object({ contact }),
  errors: ['user.not-found'],
  timeoutMs: 2_000,
});
