import type { Permission } from '@shop/contracts/browser';
import { Link } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import layout from '../../components/form.module.css';
import type { Column } from '../../components/list/list.ts';
import { RowButton } from '../../components/row-button.tsx';
import { dayText } from '../../components/texts.ts';
import type { User } from '../../api/users.ts';

/** Of a shopper: `user`. */
const roleName = ({ role, staffRole }: User): string => staffRole?.name ?? role;

/** Actions on an account. */
export type Intent = 'change-role' | 'delete';

export const userColumns = (
  onAsk: (question: { intent: Intent; user: User }) => void,
  may: (permission: Permission) => boolean,
): readonly Column<User>[] => [
  { id: 'name', header: 'Name', sort: 'name', isFixed: true, cell: ({ name }) => name },
  { id: 'email', header: 'E-mail', sort: 'email', cell: ({ email }) => email },
  {
    id: 'username',
    header: 'Username',
    cell: ({ username }) => username ?? '–',
  },
  {
    id: 'role',
    header: 'Role',
    cell: (user) => <Badge tone={user.role === 'admin' ? 'busy' : 'plain'}>{roleName(user)}</Badge>,
  },
  {
    id: 'since',
    header: 'Since',
    sort: 'since',
    cell: ({ createdAt }) => dayText(createdAt),
  },
  {
    id: 'actions',
    header: 'Change',
    width: 'none',
    cell: (user) => (
      <span className={layout.cellButtons}>
        {may('orders.read') && (
          <Link to={`/admin/orders?buyer=${user._id}`} className={layout.cellLink}>
            Orders<span className="visually-hidden"> of {user.name}</span>
          </Link>
        )}
        {may('people.change') && (
          <RowButton of={user.name} onClick={() => onAsk({ intent: 'change-role', user })}>
            Change role
          </RowButton>
        )}
        {may('users.remove') && (
          <RowButton of={user.name} onClick={() => onAsk({ intent: 'delete', user })}>
            Delete
          </RowButton>
        )}
      </span>
    ),
  },
];
