import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { type Permission, PERMISSIONS } from '../core/permissions.ts';
import { documentVersion, filledLine, moment, objectId } from '../core/shapes.ts';

export const staffErrors = defineErrors({
  'role.not-found': { status: 404, message: 'This role does not exist' },
  'role.name-taken': { status: 409, message: 'Another role has this name' },
  'role.in-use': { status: 409, message: 'People have this role, or are invited to it. Give them another one first' },
  'role.too-many': { status: 409, message: 'There is no room for another role. Please remove one first' },
  'role.more-than-yours': { status: 403, message: 'You can give and take only what your own role may do' },
});

/** Own roles of a shop. */
export const MAX_ROLES = 50;

/** A role of the staff by id: a built-in one's name (`owner`), or the id of one of the shop's own. */
export const roleId = z.string().min(1).max(40);

/** As a text: a version of the contracts may not know a permission of another. */
const permission = z.string();

export const staffRole = z
  .object({
    id: roleId,
    name: z.string(),
    /** Of a built-in role: what its people do. */
    summary: z.string().optional(),
    permissions: z.array(permission),
    /** Every shop has it, and it cannot be changed. */
    isBuiltIn: z.boolean(),
    /** People who have it. */
    people: z.int(),
    /** Of one of the shop's own: of its name and permissions. */
    version: documentVersion.optional(),
  })
  .meta({ id: 'StaffRole' });
export type StaffRole = z.infer<typeof staffRole>;

export const staffPerson = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.object({ id: roleId, name: z.string() }),
    /** Signs in with an authenticator app. */
    hasAuthenticator: z.literal(true).optional(),
    createdAt: moment,
  })
  .meta({ id: 'StaffPerson' });
export type StaffPerson = z.infer<typeof staffPerson>;

export const listStaff = defineCall({
  id: 'identity.list-staff',
  service: 'identity',
  method: 'GET',
  path: '/admin/people',
  access: staff('people.read'),
  summary: 'The staff with their roles, by name; at most 500',
  answer: z.object({ people: z.array(staffPerson) }),
  errors: [],
});

export const changeStaffRole = defineCall({
  id: 'identity.change-staff-role',
  service: 'identity',
  method: 'PUT',
  path: '/admin/people/:id/role',
  access: staff('people.change'),
  summary:
    'Gives an account a role of the staff, or `null`: none. Where it had another one its sessions end at once. No one gives or takes what their own role may not do',
  params: z.object({ id: objectId }),
  body: z.object({ role: roleId.nullable() }),
  answer: z.object({ person: staffPerson.nullable() }),
  errors: ['user.not-found', 'role.not-found', 'role.more-than-yours', 'user.last-admin'],
});

export const listRoles = defineCall({
  id: 'identity.list-roles',
  service: 'identity',
  method: 'GET',
  path: '/admin/roles',
  access: staff('people.read'),
  summary: 'Built-in roles and those of the shop, with what each may do',
  answer: z.object({ roles: z.array(staffRole) }),
  errors: [],
});

const roleBody = z.object({
  name: filledLine('Name', 40),
  /** What they make no sense without is added. */
  permissions: z
    .array(z.enum(PERMISSIONS as readonly [Permission, ...Permission[]]))
    .min(1, 'Choose what this role may do'),
});

export const createRole = defineCall({
  id: 'identity.create-role',
  service: 'identity',
  method: 'POST',
  path: '/admin/roles',
  access: staff('roles.change'),
  summary: 'Creates a role of the shop’s own',
  body: roleBody,
  answer: z.object({ role: staffRole }),
  status: 201,
  errors: ['role.name-taken', 'role.too-many', 'role.more-than-yours'],
  idempotencyKey: true,
});

export const updateRole = defineCall({
  id: 'identity.update-role',
  service: 'identity',
  method: 'PUT',
  path: '/admin/role/:id',
  access: staff('roles.change'),
  versioned: true,
  summary: 'Changes name or permissions of one of the shop’s own roles, which holds with the next call of its people',
  params: z.object({ id: objectId }),
  body: roleBody.partial(),
  answer: z.object({ role: staffRole }),
  errors: ['role.not-found', 'role.name-taken', 'role.more-than-yours'],
});

export const removeRole = defineCall({
  id: 'identity.remove-role',
  service: 'identity',
  method: 'DELETE',
  path: '/admin/role/:id',
  access: staff('roles.change'),
  summary: 'Deletes one of the shop’s own roles that no one has',
  params: z.object({ id: objectId }),
  answer: z.object({ id: objectId }),
  errors: ['role.not-found', 'role.in-use', 'role.more-than-yours'],
});
