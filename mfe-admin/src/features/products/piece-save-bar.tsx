import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { SaveBar } from '../../components/document-form/save-bar.tsx';
import form from '../../components/form.module.css';

interface Props {
  /** What the button says that saves. */
  children: ReactNode;
  canSave: boolean;
  /** Of the whole form. */
  error: string | undefined;
}

/** The save bar of the form around it, of a product or a group, whose errors may be far above. */
export function PieceSaveBar({ children, canSave, error }: Props) {
  const { formState, reset } = useFormContext();
  const { errors, isSubmitting } = formState;
  return (
    <SaveBar
      isSaving={isSubmitting}
      canSave={canSave}
      permission="products.change"
      onReset={() => reset()}
      note={
        Object.keys(errors).length > 0 && (
          <p className={form.error} role="alert">
            Something above is missing or wrong
          </p>
        )
      }
      error={error}
    >
      {children}
    </SaveBar>
  );
}
