import { Button } from '@shop/ui/button.tsx';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormError } from '../../components/contract-form/form-error.tsx';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';

interface Props {
  /** What the button says that saves. */
  children: ReactNode;
  canSave: boolean;
  /** Of the whole form. */
  error: string | undefined;
}

/** Saves or resets the form around it; at the foot of the window, since its errors may be far above. */
export function SaveBar({ children, canSave, error }: Props) {
  const { formState, reset } = useFormContext();
  const { errors, isSubmitting } = formState;
  return (
    <div className={`${form.buttons} ${form.save}`}>
      <May permission="products.change">
        <Button type="submit" busy={isSubmitting} disabled={!canSave}>
          {children}
        </Button>
      </May>
      <Button look="secondary" onClick={() => reset()}>
        Reset
      </Button>
      {Object.keys(errors).length > 0 && (
        <p className={form.error} role="alert">
          Something above is missing or wrong
        </p>
      )}
      <FormError message={error} />
    </div>
  );
}
