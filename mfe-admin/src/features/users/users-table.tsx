import { Link } from '@shop/mfe-kit';
import { useMemo } from 'react';
import { Badge } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import layout from '../../components/form.module.css';
import { dayText } from '../../components/texts.ts';
import type { User } from './api/users.ts';

/** Actions on an account. */
export type Intent = 'change-role' | 'delete';

const column = columnsOf<User>();

export function UsersTable({
  users,
  waiting,
  onAsk,
}: {
  users: readonly User[];
  waiting: boolean;
  onAsk(question: { intent: Intent; user: User }): void;
}) {
  const columns = useMemo<Columns<User>>(
    () => [
      column.accessor('name', { header: 'Name' }),
      column.accessor('email', { header: 'E-mail' }),
      column.accessor(({ username }) => username ?? '–', { id: 'username', header: 'Username' }),
      column.accessor('role', {
        header: 'Role',
        cell: ({ getValue }) => <Badge tone={getValue() === 'admin' ? 'busy' : 'plain'}>{getValue()}</Badge>,
      }),
      column.accessor('createdAt', { header: 'Since', cell: ({ getValue }) => dayText(getValue()) }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original } }) => (
          <span className={layout.cellButtons}>
            <Link to={`/admin/orders?buyer=${original._id}`} className={layout.cellLink}>
              Orders<span className="visually-hidden"> of {original.name}</span>
            </Link>
            <RowButton of={original.name} onClick={() => onAsk({ intent: 'change-role', user: original })}>
              {original.role === 'admin' ? 'Take admin role' : 'Make admin'}
            </RowButton>
            <RowButton of={original.name} onClick={() => onAsk({ intent: 'delete', user: original })}>
              Delete
            </RowButton>
          </span>
        ),
      }),
    ],
    [onAsk],
  );
  return <DataTable caption="Accounts" columns={columns} rows={users} idOf={({ _id }) => _id} waiting={waiting} />;
}
