import type { Permission } from '@shop/contracts/browser';
import { Button } from '@shop/ui/button.tsx';
import type { ReactNode } from 'react';
import { FormError } from '../contract-form/form-error.tsx';
import form from '../form.module.css';
import { May } from '../may.tsx';

interface Props {
  /** What the button says that saves. */
  children: ReactNode;
  isSaving: boolean;
  canSave: boolean;
  /** Of saving, where the screen can be read without it. */
  permission?: Permission;
  onReset?(): void;
  /** Before the error of the whole form. */
  note?: ReactNode;
  /** Of the whole form. */
  error: string | undefined;
}

/** Saves a form longer than a screen, or resets it; at the foot of the window. */
export function SaveBar({ children, isSaving, canSave, permission, onReset, note, error }: Props) {
  const save = (
    <Button type="submit" busy={isSaving} disabled={!canSave}>
      {children}
    </Button>
  );
  return (
    <div className={`${form.buttons} ${form.save}`}>
      {permission ? <May permission={permission}>{save}</May> : save}
      {onReset && (
        <Button look="secondary" onClick={onReset}>
          Reset
        </Button>
      )}
      {note}
      <FormError message={error} />
    </div>
  );
}
