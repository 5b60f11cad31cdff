import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import type { Changed, NameRequest } from './taxonomy.ts';
import { useNameForm } from './use-name-form.ts';

interface Props {
  title: string;
  label: string;
  hint: string;
  toRequest(name: string): NameRequest;
  onSaved(changed: Changed): void;
  onClose(): void;
}

/** A drawer that adds a name. */
export function NameDrawer({ title, label, hint, toRequest, onSaved, onClose }: Props) {
  const { busy, onSubmit, field } = useNameForm(toRequest, (changed) => {
    onSaved(changed);
    onClose();
  });
  return (
    <FormDialog kind="drawer" title={title} busy={busy} onSubmit={onSubmit} onClose={onClose}>
      <Field label={label} hint={hint} {...field} />
    </FormDialog>
  );
}
