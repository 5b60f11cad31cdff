import {
  holds,
  identity,
  PERMISSION_AREAS,
  PERMISSION_SPECS,
  PERMISSIONS,
  permissionsIn,
  withNeeded,
  type Permission,
} from '@shop/contracts/browser';
import { call, useSession } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import type { StaffRole } from '../../api/staff.ts';
import { changedFields } from '../../components/changed-fields.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { type ShownConflict, useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { permissionText } from '../../components/permission-text.ts';
import { mayLeave } from '../../components/unsaved.ts';
import { useFocusAsked } from '../../components/use-focus-asked.ts';
import s from './roles.module.css';

interface Values {
  name: string;
  permissions: Permission[];
}

const valuesOf = (role?: StaffRole): Values => ({
  name: role?.name ?? '',
  permissions: PERMISSIONS.filter((permission) => role?.permissions.includes(permission)),
});

interface Props {
  /** The role to change; undefined for a new one. */
  role: StaffRole | undefined;
  onNew(): void;
  onSaved(): Promise<void>;
}

/** Name and permissions of one of the shop's own roles. What a permission makes no sense without is chosen with it. */
export function RoleForm({ role, onNew, onSaved }: Props) {
  const own = permissionsIn(useSession().user);
  const [creatingOnce] = useState(createIntent);
  const { register, watch, setValue, formState, formError, setFocus, onSubmit, merge, canSave } = useDocumentForm({
    document: role,
    valuesOf,
    toRequest: (values: Values, initial, read) =>
      read
        ? { call: identity.updateRole, body: changedFields(values, initial) }
        : { call: identity.createRole, body: values },
    save: async ({ body }, values, version) => {
      const answer = role
        ? await call(identity.updateRole, { params: { id: role.id }, body, version })
        : await creatingOnce(values, (idempotencyKey) => call(identity.createRole, { body: values, idempotencyKey }));
      return answer.role;
    },
    onSaved: async ({ name, people }) => {
      await onSaved();
      return role ? `${name} is changed for ${people} of the staff` : `${name} can be given now`;
    },
    startsAgain: !role,
  });
  useFocusAsked(() => setFocus('name'));
  // It has no control of its own: its error is below the boxes.
  register('permissions');
  const { isSubmitting, errors } = formState;
  const chosen = watch('permissions');
  const toggle = (permission: Permission) => {
    const next = chosen.includes(permission)
      ? // Without it those go that need it.
        chosen.filter((one) => one !== permission && needed(one) !== permission)
      : withNeeded([...chosen, permission]);
    setValue('permissions', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  return (
    <form className={form.group} onSubmit={onSubmit} noValidate aria-label="Role">
      <h2>{role ? `Change ${role.name}` : 'New role'}</h2>
      <Field
        label="Name"
        hint="As people are told it: Packing, Support"
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <div className={s.areas}>
        {PERMISSION_AREAS.map((area) => (
          <fieldset key={area} className={s.fields}>
            <legend>{area}</legend>
            {PERMISSIONS.filter((one) => PERMISSION_SPECS[one].area === area && one !== 'views.use').map((one) => (
              <Checkbox
                key={one}
                checked={chosen.includes(one)}
                disabled={!holds(own, one)}
                onChange={() => toggle(one)}
              >
                {permissionText(one)}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
      {errors.permissions && (
        <p className={form.error} role="alert">
          {errors.permissions.message ?? errors.permissions.root?.message}
        </p>
      )}
      <MergeNotice merge={{ ...merge, conflicts: merge.conflicts.map(inWords) }} />
      <div className={form.buttons}>
        <Button type="submit" busy={isSubmitting} disabled={role && !canSave}>
          {role ? 'Update' : 'Create'}
        </Button>
        {role && (
          <Button look="secondary" onClick={() => mayLeave() && onNew()}>
            New
          </Button>
        )}
        <FormError message={formError} />
      </div>
    </form>
  );
}

/** Permissions as the boxes name them. */
const inWords = (conflict: ShownConflict): ShownConflict => {
  if (conflict.field !== 'permissions') return conflict;
  const [mineText, theirsText] = [conflict.mine, conflict.theirs].map((chosen) =>
    (chosen as Permission[])
      .filter((one) => one !== 'views.use')
      .map(permissionText)
      .join(', '),
  ) as [string, string];
  return { ...conflict, mineText, theirsText };
};

const needed = (permission: Permission): string | undefined => {
  const spec = PERMISSION_SPECS[permission];
  return 'needs' in spec ? spec.needs : undefined;
};
