import { type Db, type Document, MongoServerError } from 'mongodb';
import { type Access, BACKUP, databaseOf, hasDatabase, type Part, PARTS, RESTORING } from './users.ts';

/** Commands by which a service checks at its start what transactions assume. */
const CHECK_ROLE = 'check-requirements';
const CHECKS = ['serverStatus', 'getParameter', 'getDefaultRWConcern', 'replSetGetConfig'];
/** `readWrite` includes indexes and collections; only `collMod` is missing for migrations, which run as the service's own user. */
const migrationRole = (part: Part): string => `migrate-${part}`;

/** Creates or updates the users of the services. `admin`: the database of that name, as the operator. */
export async function provideMongodbUsers(admin: Db, access: Access): Promise<void> {
  await provide(admin, 'Role', CHECK_ROLE, {
    privileges: [{ resource: { cluster: true }, actions: CHECKS }],
    roles: [],
  });
  await Promise.all(
    PARTS.filter(hasDatabase).map(async (part) => {
      const db = databaseOf(part);
      await provide(admin, 'Role', migrationRole(part), {
        privileges: [{ resource: { db, collection: '' }, actions: ['collMod'] }],
        roles: [{ role: 'readWrite', db }],
      });
      const roles = [migrationRole(part), CHECK_ROLE].map((role) => ({ role, db: 'admin' }));
      await provide(admin, 'User', part, { pwd: access.parts[part], roles });
    }),
  );
  const read = [...PARTS.filter(hasDatabase).map(databaseOf), RESTORING].map((db) => ({ role: 'read', db }));
  await provide(admin, 'User', BACKUP, { pwd: access.backup, roles: read });
}

const ALREADY_EXISTS = [51_002, 51_003];

async function provide(admin: Db, kind: 'Role' | 'User', name: string, rights: Document): Promise<void> {
  try {
    await admin.command({ [`create${kind}`]: name, ...rights });
  } catch (error) {
    if (!(error instanceof MongoServerError) || !ALREADY_EXISTS.includes(Number(error.code))) throw error;
    await admin.command({ [`update${kind}`]: name, ...rights });
  }
}
