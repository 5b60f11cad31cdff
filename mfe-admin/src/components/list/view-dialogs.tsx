import { identity } from '@shop/contracts/browser';
import { toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { FormError } from '../contract-form/form-error.tsx';
import { useContractForm } from '../contract-form/use-contract-form.ts';
import { changedFields } from '../changed-fields.ts';
import { MergeNotice } from '../document-form/merge-notice.tsx';
import { useDocumentForm } from '../document-form/use-document-form.ts';
import form from '../form.module.css';
import { useViewChanges, type View } from './views.ts';

interface Values {
  name: string;
  shared: boolean;
  isDefault: boolean;
}

/** Names what the address shows. */
export function SaveViewDialog({
  list,
  query,
  onSaved,
  onClose,
}: {
  list: { name: string; what: string };
  query: string;
  onSaved(view: View): void;
  onClose(): void;
}) {
  const { create, chooseDefault } = useViewChanges(list.name);
  const { register, formState, formError, submit } = useContractForm({
    defaultValues: { name: '', shared: false, isDefault: false },
    toRequest: ({ name, shared }: Values) => ({
      call: identity.createView,
      body: { list: list.name, name: name.trim(), query, shared },
    }),
  });
  const onSubmit = submit(async ({ body: { name, shared } }, { isDefault }) => {
    const view = await create.mutateAsync({ name, query, shared });
    if (isDefault) await chooseDefault.mutateAsync(view._id);
    toast.success(`“${view.name}” is saved`);
    onSaved(view);
  });
  return (
    <FormDialog title="Save this view" busy={formState.isSubmitting} onSubmit={onSubmit} onClose={onClose}>
      <p className={form.soft}>Filters, order and columns, as they are now.</p>
      <Field label="Name" error={formState.errors.name?.message} maxLength={40} {...register('name')} />
      <Checkbox {...register('shared')}>Show it to all staff</Checkbox>
      <Checkbox {...register('isDefault')}>Open the {list.what} with it</Checkbox>
      <FormError message={formError} />
    </FormDialog>
  );
}

/** Name, sharing and deletion of a view, and whether the list opens with it. */
export function ViewDialog({
  list,
  view,
  onRemoved,
  onClose,
}: {
  list: { name: string; what: string };
  view: View;
  onRemoved(): void;
  onClose(): void;
}) {
  const { change, remove, chooseDefault } = useViewChanges(list.name);
  const [isRemoving, setRemoving] = useState(false);
  const { register, formState, formError, onSubmit, merge } = useDocumentForm({
    document: view,
    valuesOf: (read): Values => ({ name: read!.name, shared: read!.shared, isDefault: read!.isDefault }),
    toRequest: ({ name, shared }: Values, initial) => {
      const changes = changedFields({ name: name.trim(), shared }, { name: initial.name, shared: initial.shared });
      return { call: identity.changeView, body: Object.keys(changes).length > 0 ? changes : { name: name.trim() } };
    },
    save: async ({ body }, { name, shared, isDefault }, version) => {
      const isChanged = view.changeable && (name.trim() !== view.name || shared !== view.shared);
      const saved = isChanged ? await change.mutateAsync({ view, changes: body, ...(version && { version }) }) : view;
      if (isDefault !== view.isDefault) await chooseDefault.mutateAsync(isDefault ? view._id : null);
      return saved;
    },
    onSaved: () => undefined,
    onDone: onClose,
  });
  if (isRemoving) {
    return (
      <ConfirmDialog
        title={`Delete the view “${view.name}”?`}
        confirm="Delete"
        action={async () => {
          await remove.mutateAsync(view);
          onRemoved();
        }}
        onClose={onClose}
      >
        <p>
          {view.shared ? 'It goes for all staff.' : 'Only you see it.'} The {list.what} themselves stay.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog title="View" busy={formState.isSubmitting} onSubmit={onSubmit} onClose={onClose}>
      {view.changeable ? (
        <>
          <Field label="Name" error={formState.errors.name?.message} maxLength={40} {...register('name')} />
          <Checkbox {...register('shared')}>Show it to all staff</Checkbox>
        </>
      ) : (
        <p>
          “{view.name}” is shared by {view.maker ?? 'somebody else'}, who alone changes it.
        </p>
      )}
      <Checkbox {...register('isDefault')}>Open the {list.what} with it</Checkbox>
      <MergeNotice merge={merge} />
      <FormError message={formError} />
      {view.changeable && (
        <Button look="quiet" onClick={() => setRemoving(true)}>
          Delete this view
        </Button>
      )}
    </FormDialog>
  );
}
