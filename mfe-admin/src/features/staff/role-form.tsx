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
import { call, toast, useSession } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import type { StaffRole } from '../../api/staff.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import form from '../../components/form.module.css';
import { permissionText } from '../../components/permission-text.ts';
import { useUnsaved } from '../../components/unsaved.ts';
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
  const { register, watch, setValue, formState, formError, reset, setFocus, submit } = useContractForm({
    defaultValues: valuesOf(role),
    toRequest: (values: Values) => ({ call: role ? identity.updateRole : identity.createRole, body: values }),
  });
  useFocusAsked(() => setFocus('name'));
  // It has no control of its own: its error is below the boxes.
  register('permissions');
  const { isDirty, isSubmitting, errors } = formState;
  useUnsaved(isDirty);
  const chosen = watch('permissions');
  const toggle = (permission: Permission) => {
    const next = chosen.includes(permission)
      ? // Without it those go that need it.
        chosen.filter((one) => one !== permission && needed(one) !== permission)
      : withNeeded([...chosen, permission]);
    setValue('permissions', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  const onSubmit = submit(async ({ body }) => {
    const { role: saved } = role
      ? await call(identity.updateRole, { params: { id: role.id }, body })
      : await creatingOnce(body, (idempotencyKey) => call(identity.createRole, { body, idempotencyKey }));
    toast.success(
      role ? `${saved.name} is changed for ${saved.people} of the staff` : `${saved.name} can be given now`,
    );
    reset(role ? valuesOf(saved) : valuesOf());
    await onSaved();
  });
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
      <div className={form.buttons}>
        <Button type="submit" busy={isSubmitting} disabled={role && !isDirty}>
          {role ? 'Update' : 'Create'}
        </Button>
        {role && (
          <Button look="secondary" onClick={onNew}>
            New
          </Button>
        )}
        <FormError message={formError} />
      </div>
    </form>
  );
}

const needed = (permission: Permission): string | undefined => {
  const spec = PERMISSION_SPECS[permission];
  return 'needs' in spec ? spec.needs : undefined;
};
