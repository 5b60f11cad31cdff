import { identity, permissionsIn, type AnswerOf } from '@shop/contracts/browser';
import { call, toast, useSession } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Badge } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { rolesQuery, STAFF_KEY, type StaffRole } from '../../api/staff.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { useMay } from '../../components/may.tsx';
import { RoleSummary, WithRoles } from '../../components/role-dialog.tsx';
import { covers, RoleSelect } from '../../components/role-select.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { dayText } from '../../components/texts.ts';

type Invitation = AnswerOf<typeof identity.listInvitations>['invitations'][number];

export const invitationsQuery = queryOptions({
  queryKey: [...STAFF_KEY, 'invitations'],
  queryFn: async ({ signal }) => (await call(identity.listInvitations, { signal })).invitations,
});

/** Who was invited and has not joined. */
export function Invitations({ onInvite }: { onInvite(values: InviteValues): void }) {
  const query = useQuery(invitationsQuery);
  const queryClient = useQueryClient();
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  return (
    <section className={form.stack} aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <Loaded query={query} what="invitations" rows={2}>
        {(invitations) =>
          invitations.length > 0 ? (
            <InvitationsTable invitations={invitations} onInvite={onInvite} onWithdraw={setWithdrawing} />
          ) : (
            <p className={form.soft}>Everybody who was invited has joined.</p>
          )
        }
      </Loaded>
      {withdrawing && (
        <ConfirmDialog
          title={`Take back the invitation of ${withdrawing.email}?`}
          confirm="Take back"
          action={async () => {
            await call(identity.withdrawInvitation, { params: { id: withdrawing._id } });
            toast.success('The invitation is taken back');
            await queryClient.invalidateQueries({ queryKey: STAFF_KEY });
          }}
          onClose={() => setWithdrawing(undefined)}
        >
          <p>The link in the mail works no more.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const column = columnsOf<Invitation>();

function InvitationsTable({
  invitations,
  onInvite,
  onWithdraw,
}: {
  invitations: readonly Invitation[];
  onInvite(values: InviteValues): void;
  onWithdraw(invitation: Invitation): void;
}) {
  const { user } = useSession();
  const mayChange = useMay()('people.change');
  const roles = useQuery(rolesQuery).data;
  const columns = useMemo<Columns<Invitation>>(() => {
    const isMine = ({ role }: Invitation) => {
      const known = roles?.find(({ id }) => id === role.id);
      return known !== undefined && covers(permissionsIn(user), known);
    };
    return [
      column.accessor('email', { header: 'E-mail' }),
      column.accessor(({ role }) => role.name, { id: 'role', header: 'Role' }),
      column.accessor('invitedBy', { header: 'Invited by' }),
      column.accessor('createdAt', { header: 'On', cell: ({ getValue }) => dayText(getValue()) }),
      column.accessor('expiresAt', {
        header: 'Link works until',
        cell: ({ getValue }) =>
          Date.parse(getValue()) < Date.now() ? <Badge tone="bad">over</Badge> : dayText(getValue()),
      }),
      ...(mayChange
        ? [
            column.display({
              id: 'actions',
              header: 'Change',
              cell: ({ row: { original } }) =>
                isMine(original) && (
                  <span className={`${form.cellButtons} ${form.cellPair}`}>
                    <RowButton
                      of={original.email}
                      onClick={() => onInvite({ email: original.email, role: original.role.id })}
                    >
                      Send again
                    </RowButton>
                    <RowButton of={original.email} onClick={() => onWithdraw(original)}>
                      Take back
                    </RowButton>
                  </span>
                ),
            }),
          ]
        : []),
    ];
  }, [user, mayChange, roles, onInvite, onWithdraw]);
  return <DataTable caption="Invitations" columns={columns} rows={invitations} idOf={({ _id }) => _id} />;
}

export interface InviteValues {
  email: string;
  role: string;
}

/** Mails an invitation; to an address that was invited already, another one in its place. */
export function InviteDialog(props: InviteProps) {
  return (
    <WithRoles title={INVITE} onClose={props.onClose}>
      {(roles) => <Invite {...props} roles={roles} />}
    </WithRoles>
  );
}

const INVITE = 'Invite to the staff';

interface InviteProps {
  values: InviteValues;
  onClose(): void;
}

function Invite({ values, roles, onClose }: InviteProps & { roles: readonly StaffRole[] }) {
  const queryClient = useQueryClient();
  const [invitingOnce] = useState(createIntent);
  const { register, watch, formState, formError, submit } = useContractForm({
    defaultValues: values,
    toRequest: ({ email, role }: InviteValues) => ({ call: identity.inviteStaff, body: { email: email.trim(), role } }),
    check: ({ role }) => ({ role: role === '' ? 'Choose a role' : undefined }),
  });
  const { errors, isSubmitting } = formState;
  const onSubmit = submit(async ({ body }) => {
    await invitingOnce(body, (idempotencyKey) =>
      call(identity.inviteStaff, { body, idempotencyKey, timeoutMs: 15_000 }),
    );
    onClose();
    toast.success(`The invitation is mailed to ${body.email}`);
    await queryClient.invalidateQueries({ queryKey: STAFF_KEY });
  });
  return (
    <FormDialog title={INVITE} save="Send invitation" busy={isSubmitting} onSubmit={onSubmit} onClose={onClose}>
      <p>A link is mailed, by which this person joins with a password. It works for some days, and once.</p>
      <Field
        label="E-mail"
        type="email"
        autoComplete="off"
        maxLength={254}
        error={errors.email?.message}
        {...register('email')}
      />
      <RoleSelect roles={roles} error={errors.role?.message} {...register('role')}>
        <option value="">Choose…</option>
      </RoleSelect>
      <RoleSummary role={roles.find(({ id }) => id === watch('role'))} />
      <FormError message={formError} />
    </FormDialog>
  );
}
