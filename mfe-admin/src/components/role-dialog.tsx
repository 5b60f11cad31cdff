import { identity } from '@shop/contracts/browser';
import { call, toast, useSession } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions, FormDialog } from '@shop/ui/dialog.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rolesQuery, STAFF_KEY, type StaffRole } from '../api/staff.ts';
import { USERS_KEY } from '../api/users.ts';
import { FormError } from './contract-form/form-error.tsx';
import { useContractForm } from './contract-form/use-contract-form.ts';
import { Loaded } from './load-states.tsx';
import { RoleSelect } from './role-select.tsx';

interface Props {
  /** `roleId` is undefined for a shopper. */
  person: { _id: string; name: string; email: string; roleId: string | undefined };
  onClose(): void;
}

/** Gives an account a role of the staff, or takes it. */
export function RoleDialog(props: Props) {
  return (
    <WithRoles title={titleOf(props)} onClose={props.onClose}>
      {(roles) => <ChangeRole {...props} roles={roles} />}
    </WithRoles>
  );
}

const titleOf = ({ person }: Pick<Props, 'person'>): string => `Role of ${person.name}`;

/** A dialog once its roles are there: a field that came later would look as if it was written in. */
export function WithRoles({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose(): void;
  children(roles: readonly StaffRole[]): ReactNode;
}) {
  const query = useQuery(rolesQuery);
  if (query.data) return children(query.data);
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded query={query} what="roles" rows={1}>
        {() => null}
      </Loaded>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ChangeRole({ person, roles, onClose }: Props & { roles: readonly StaffRole[] }) {
  const session = useSession();
  const queryClient = useQueryClient();
  const { register, watch, formState, formError, submit } = useContractForm({
    defaultValues: { role: person.roleId ?? '' },
    toRequest: ({ role }: { role: string }) => ({ call: identity.changeStaffRole, body: { role: role || null } }),
    fallbackField: 'role',
  });
  const isSelf = session.user?._id === person._id;
  const onSubmit = submit(async ({ body }) => {
    const { person: changed } = await call(identity.changeStaffRole, { params: { id: person._id }, body });
    onClose();
    toast.success(
      changed ? `${person.name} has the role ${changed.role.name}` : `${person.name} is not staff any more`,
    );
    // The own session has ended.
    if (isSelf) await session.refresh();
    await Promise.all([STAFF_KEY, USERS_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  });
  return (
    <FormDialog
      title={titleOf({ person })}
      save="Change role"
      cancel="Keep it as it is"
      busy={formState.isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>
        {person.email}.{' '}
        {person.roleId === undefined
          ? 'They have it after their next sign-in.'
          : 'All sessions of the account end, so they sign in again.'}
        {isSelf && ' This is your own account: you will be signed out.'}
      </p>
      <RoleSelect roles={roles} error={formState.errors.role?.message} {...register('role')}>
        <option value="">None: not of the staff</option>
      </RoleSelect>
      <RoleSummary role={roles.find(({ id }) => id === watch('role'))} />
      <FormError message={formError} />
    </FormDialog>
  );
}

/** What people of a role do. */
export function RoleSummary({ role }: { role: StaffRole | undefined }) {
  return role?.summary ? <p>{role.summary}.</p> : null;
}
