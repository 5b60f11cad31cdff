import { type Db, type Document, MongoServerError } from 'mongodb';
import { type Access, BACKUP, databaseOf, hasDatabase, type Part, PARTS, RESTORING } from './users.ts';

/** Commands by which a service checks at its start what transactions assume. */
const CHECK_ROLE = 'check-requirements';
const CHECKS = ['serverStatus', 'getParameter', 'getDefaultRWConcern', 'replSetGetConfig'];
/** `readWrite` includes indexes and collections; only `collMod` is missing for migrations, which run as the service's own user. */
const migrationRole = (part: Part): string => `migrate-${part}`;

type PartAccess = Pick<Access, 'backup' | 'parts'>;

/** A role or a user of the database `admin`, with the rest of the command that creates or updates it. */
interface Right extends Document {
  kind: 'Role' | 'User';
  name: string;
}

/** Of all services: roles before the users that have them. */
export function mongodbRights(access: PartAccess): Right[] {
  const services = PARTS.filter(hasDatabase);
  const read = [...services.map(databaseOf), RESTORING].map((db) => ({ role: 'read', db }));
  return [
    {
      kind: 'Role',
      name: CHECK_ROLE,
      privileges: [{ resource: { cluster: true }, actions: CHECKS }],
      roles: [],
    },
    ...services.map((part): Right => {
      const db = databaseOf(part);
      return {
        kind: 'Role',
        name: migrationRole(part),
        privileges: [{ resource: { db, collection: '' }, actions: ['collMod'] }],
        roles: [{ role: 'readWrite', db }],
      };
    }),
    ...services.map((part): Right => {
      const roles = [migrationRole(part), CHECK_ROLE].map((role) => ({ role, db: 'admin' }));
      return { kind: 'User', name: part, pwd: access.parts[part], roles };
    }),
    { kind: 'User', name: BACKUP, pwd: access.backup, roles: read },
  ];
}

/** Creates or updates the users of the services. `admin`: the database of that name, as the operator. */
export async function provideMongodbUsers(admin: Db, access: PartAccess): Promise<void> {
  for (const right of mongodbRights(access)) await provide(admin, right);
}

const ALREADY_EXISTS = [51_002, 51_003];

async function provide(admin: Db, { kind, name, ...rights }: Right): Promise<void> {
  try {
    await admin.command({ [`create${kind}`]: name, ...rights });
  } catch (error) {
    if (!(error instanceof MongoServerError) || !ALREADY_EXISTS.includes(Number(error.code))) throw error;
    await admin.command({ [`update${kind}`]: name, ...rights });
  }
}
