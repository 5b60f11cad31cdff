import { identity, PERMISSION_AREAS, PERMISSION_SPECS, PERMISSIONS, permissionsIn } from '@shop/contracts/browser';
import { call, Link, toast, useNavigate, useSearchParams, useSession, type Prefetch } from '@shop/mfe-kit';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { rolesQuery, STAFF_KEY, type StaffRole } from '../../api/staff.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { May, useMay } from '../../components/may.tsx';
import { covers } from '../../components/role-select.tsx';
import { permissionText } from '../../components/permission-text.ts';
import { RowButton } from '../../components/row-button.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText } from '../../components/texts.ts';
import { RoleForm } from './role-form.tsx';
import s from './roles.module.css';

const PATH = '/admin/roles';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(rolesQuery);
  return staffHead('Roles');
};

/** What each role may do, and the shop's own roles. The role that is being changed is in the address. */
export function RolesPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery(rolesQuery);
  const [removing, setRemoving] = useState<StaffRole>();
  const open = (id?: string) => navigate(id ? `?of=${id}` : PATH, { state: { stay: true } });
  const changed = () => queryClient.invalidateQueries({ queryKey: STAFF_KEY });
  const editing = query.data?.find(({ id, isBuiltIn }) => !isBuiltIn && id === search.get('of'));
  return (
    <StaffFrame title="Roles">
      <Loaded query={query} what="roles">
        {(roles) => (
          <div className={s.page}>
            <RolesTable roles={roles} selected={editing?.id} onRemove={setRemoving} />
            <May permission="roles.change">
              <RoleForm key={editing?.id ?? 'new'} role={editing} onNew={() => open()} onSaved={changed} />
            </May>
            <Matrix roles={roles} />
          </div>
        )}
      </Loaded>
      {removing && (
        <ConfirmDialog
          title={`Delete the role ${removing.name}?`}
          confirm="Delete"
          action={async () => {
            await call(identity.removeRole, { params: { id: removing.id } });
            if (removing.id === search.get('of')) open();
            toast.success('The role is deleted');
            await changed();
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>Nobody can be given it any more. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}

const column = columnsOf<StaffRole>();

function RolesTable({
  roles,
  selected,
  onRemove,
}: {
  roles: readonly StaffRole[];
  selected: string | undefined;
  onRemove(role: StaffRole): void;
}) {
  const own = permissionsIn(useSession().user);
  const mayChange = useMay()('roles.change');
  const columns = useMemo<Columns<StaffRole>>(
    () => [
      column.accessor('name', { header: 'Role' }),
      column.accessor(({ summary, permissions }) => summary ?? countText(permissions.length, 'permission'), {
        id: 'summary',
        header: 'What it is for',
      }),
      column.accessor('people', { header: 'People' }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original } }) =>
          original.isBuiltIn ? (
            'Every shop has it'
          ) : mayChange && covers(own, original) ? (
            <span className={`${form.cellButtons} ${form.cellPair}`}>
              <Link to={`?of=${original.id}`} preventScrollReset className={form.cellLink}>
                Edit<span className="visually-hidden"> {original.name}</span>
              </Link>
              <RowButton of={original.name} onClick={() => onRemove(original)}>
                Delete
              </RowButton>
            </span>
          ) : null,
      }),
    ],
    [own, mayChange, onRemove],
  );
  return (
    <DataTable caption="Roles" columns={columns} rows={roles} idOf={({ id }) => id} {...(selected && { selected })} />
  );
}

/** Every permission by every role. */
function Matrix({ roles }: { roles: readonly StaffRole[] }) {
  return (
    <div>
      <h2 id="matrix">What each role may do</h2>
      <div className={s.scroll} tabIndex={0} role="region" aria-labelledby="matrix">
        <table className={s.matrix}>
          <thead>
            <tr>
              <th scope="col">Permission</th>
              {roles.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {PERMISSION_AREAS.map((area) => (
            <tbody key={area}>
              <tr>
                <th scope="rowgroup" colSpan={roles.length + 1} className={s.area}>
                  {area}
                </th>
              </tr>
              {PERMISSIONS.filter((permission) => PERMISSION_SPECS[permission].area === area).map((permission) => (
                <tr key={permission}>
                  <th scope="row">
                    {permissionText(permission)} <code>{permission}</code>
                  </th>
                  {roles.map(({ id, permissions }) => (
                    <td key={id}>
                      {permissions.includes(permission) ? (
                        <>
                          <span aria-hidden="true">✓</span>
                          <span className="visually-hidden">yes</span>
                        </>
                      ) : (
                        <span className="visually-hidden">no</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  );
}
