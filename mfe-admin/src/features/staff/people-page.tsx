import { identity, permissionsIn } from '@shop/contracts/browser';
import { call, toast, useSession, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { rolesQuery, STAFF_KEY, staffQuery, type Person } from '../../api/staff.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { May, useMay } from '../../components/may.tsx';
import { RoleDialog } from '../../components/role-dialog.tsx';
import { covers } from '../../components/role-select.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { dayText } from '../../components/texts.ts';
import { Invitations, invitationsQuery, InviteDialog, type InviteValues } from './invitations.tsx';
import s from './roles.module.css';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(staffQuery);
  void queryClient.prefetchQuery(rolesQuery);
  void queryClient.prefetchQuery(invitationsQuery);
  return staffHead('Staff');
};

/** The people of the staff with their roles. */
export function PeoplePage() {
  const query = useQuery(staffQuery);
  const [changing, setChanging] = useState<Person>();
  const [resetting, setResetting] = useState<Person>();
  const queryClient = useQueryClient();
  const [inviting, setInviting] = useState<InviteValues>();
  return (
    <StaffFrame
      title="Staff"
      actions={
        <May permission="people.change">
          <Button onClick={() => setInviting({ email: '', role: '' })}>Invite</Button>
        </May>
      }
    >
      <div className={s.page}>
        <Loaded query={query} what="staff" title="The staff">
          {(people) => <PeopleTable people={people} onChange={setChanging} onReset={setResetting} />}
        </Loaded>
        <Invitations onInvite={setInviting} />
      </div>
      {inviting && <InviteDialog values={inviting} onClose={() => setInviting(undefined)} />}
      {resetting && (
        <ConfirmDialog
          title={`Reset the authenticator app of ${resetting.name}?`}
          confirm="Reset"
          action={async () => {
            await call(identity.resetAuthenticator, { params: { id: resetting._id } });
            toast.success(`Codes are mailed to ${resetting.name} again`);
            await queryClient.invalidateQueries({ queryKey: STAFF_KEY });
          }}
          onClose={() => setResetting(undefined)}
        >
          <p>
            For who lost the phone and the recovery codes: make sure that it is them who ask. They are signed out, and
            sign in with a code that is mailed to {resetting.email}.
          </p>
        </ConfirmDialog>
      )}
      {changing && (
        <RoleDialog person={{ ...changing, roleId: changing.role.id }} onClose={() => setChanging(undefined)} />
      )}
    </StaffFrame>
  );
}

const column = columnsOf<Person>();

function PeopleTable({
  people,
  onChange,
  onReset,
}: {
  people: readonly Person[];
  onChange(person: Person): void;
  onReset(person: Person): void;
}) {
  const { user } = useSession();
  const mayChange = useMay()('people.change');
  const roles = useQuery(rolesQuery).data;
  const columns = useMemo<Columns<Person>>(() => {
    const own = permissionsIn(user);
    // Of people who may do more than oneself nothing can be changed.
    const isMine = ({ role }: Person) => {
      const known = roles?.find(({ id }) => id === role.id);
      return known !== undefined && covers(own, known);
    };
    return [
      column.accessor('name', {
        header: 'Name',
        cell: ({ row: { original } }) => (original._id === user?._id ? `${original.name} (you)` : original.name),
      }),
      column.accessor('email', { header: 'E-mail' }),
      column.accessor(({ role }) => role.name, {
        id: 'role',
        header: 'Role',
        cell: ({ row: { original } }) => (
          <Badge tone={original.role.id === 'owner' ? 'busy' : 'plain'}>{original.role.name}</Badge>
        ),
      }),
      column.accessor('createdAt', { header: 'Account since', cell: ({ getValue }) => dayText(getValue()) }),
      ...(mayChange
        ? [
            column.display({
              id: 'actions',
              header: 'Change',
              cell: ({ row: { original } }) =>
                isMine(original) && (
                  <span className={form.cellButtons}>
                    <RowButton of={original.name} onClick={() => onChange(original)}>
                      Change role
                    </RowButton>
                    {original.hasAuthenticator && original._id !== user?._id && (
                      <RowButton of={original.name} onClick={() => onReset(original)}>
                        Reset app
                      </RowButton>
                    )}
                  </span>
                ),
            }),
          ]
        : []),
    ];
  }, [user, mayChange, roles, onChange, onReset]);
  return <DataTable caption="Staff" columns={columns} rows={people} idOf={({ _id }) => _id} />;
}
