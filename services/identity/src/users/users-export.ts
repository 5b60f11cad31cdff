import { Injectable } from '@nestjs/common';
import { builtInRole, type identity, type QueryOf, shopDayOf, staffRoleOf } from '@shop/contracts';
import { AuditTrail, csvFileOf, type Session, Transactions } from '@shop/service-kit';
import { RolesRepository } from '../roles/roles.repository.ts';
import type { User } from './user.schema.ts';
import { UsersRepository } from './users.repository.ts';

type Filter = QueryOf<typeof identity.exportUsers>;

const HEADS = [
  ...['Name', 'E-mail', 'Username', 'Role', 'Since'],
  ...['Phone', 'Street', 'City', 'State', 'PIN code', 'Country'],
] as const;

/** The accounts of a list as one file, with the address that each has chosen. */
@Injectable()
export class UsersExport {
  constructor(
    private readonly users: UsersRepository,
    private readonly roles: RolesRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /** Names and addresses of many people leave the shop: each file is in the audit trail. */
  async file(reader: Session, filter: Filter): Promise<AsyncGenerator<Buffer>> {
    await this.transactions.run((session) =>
      this.audit.record(session, reader, {
        action: 'user.exported',
        subject: 'user',
        subjectId: 'export',
        before: null,
        // What was looked for may be somebody's name, which outlives their account here.
        after: { accounts: filter.q ? 'those that were looked for' : 'all' },
      }),
    );
    return csvFileOf(HEADS, this.#rows(filter));
  }

  async *#rows(filter: Filter): AsyncGenerator<string[][]> {
    const names = new Map((await this.roles.all()).map(({ _id, name }) => [_id, name]));
    for await (const users of this.users.inBatches(filter)) {
      yield users.map((user) => {
        const role = staffRoleOf(user);
        return rowOf(user, role === undefined ? '' : (builtInRole(role)?.name ?? names.get(role) ?? 'No role'));
      });
    }
  }
}

function rowOf({ name, email, username = '', createdAt, addresses }: User, role: string): string[] {
  const {
    phone = '',
    street = '',
    city = '',
    state = '',
    pincode = '',
    country = '',
  } = addresses.find(({ isDefault }) => isDefault) ?? {};
  return [name, email, username, role, shopDayOf(createdAt), phone, street, city, state, pincode, country];
}
