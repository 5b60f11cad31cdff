import { Link } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import layout from '../../components/form.module.css';
import type { Column } from '../../components/list/list.ts';
import { RowButton } from '../../components/row-button.tsx';
import { dayText } from '../../components/texts.ts';
import type { User } from '../../api/users.ts';

/** Actions on an account. */
export type Intent = 'change-role' | 'delete';

export const userColumns = (onAsk: (question: { intent: Intent; user: User }) => void): readonly Column<User>[] => [
  { id: 'name', header: 'Name', sort: 'name', isFixed: true, cell: ({ name }) => name, csv: ({ name }) => name },
  { id: 'email', header: 'E-mail', sort: 'email', cell: ({ email }) => email, csv: ({ email }) => email },
  {
    id: 'username',
    header: 'Username',
    cell: ({ username }) => username ?? '–',
    csv: ({ username }) => username ?? '',
  },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'busy' : 'plain'}>{role}</Badge>,
    csv: ({ role }) => role,
  },
  {
    id: 'since',
    header: 'Since',
    sort: 'since',
    cell: ({ createdAt }) => dayText(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
  {
    id: 'actions',
    header: 'Change',
    width: 'none',
    cell: (user) => (
      <span className={layout.cellButtons}>
        <Link to={`/admin/orders?buyer=${user._id}`} className={layout.cellLink}>
          Orders<span className="visually-hidden"> of {user.name}</span>
        </Link>
        <RowButton of={user.name} onClick={() => onAsk({ intent: 'change-role', user })}>
          {user.role === 'admin' ? 'Take admin role' : 'Make admin'}
        </RowButton>
        <RowButton of={user.name} onClick={() => onAsk({ intent: 'delete', user })}>
          Delete
        </RowButton>
      </span>
    ),
  },
];
