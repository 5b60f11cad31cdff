import { Button } from '@shop/ui/button.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { mayLeave } from '../../components/unsaved.ts';
import layout from '../../components/form.module.css';

interface Props {
  save: string;
  busy: boolean;
  /** Absent where a row is added, which leaves nothing to go back to. */
  onCancel?: (() => void) | undefined;
  error?: string | undefined;
}

/** The end of a form that adds a row or changes one. */
export function RowFormButtons({ save, busy, onCancel, error }: Props) {
  return (
    <div className={layout.buttons}>
      <Button type="submit" look="secondary" busy={busy}>
        {save}
      </Button>
      {onCancel && (
        <Button look="quiet" onClick={() => mayLeave() && onCancel()}>
          Cancel
        </Button>
      )}
      <FormError message={error} />
    </div>
  );
}
