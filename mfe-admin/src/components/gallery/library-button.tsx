import { PERMISSION_SPECS } from '@shop/contracts/browser';
import { Button } from '@shop/ui/button.tsx';
import { useId } from 'react';
import form from '../form.module.css';
import { useMay } from '../may.tsx';

/** Opens the library. To who may not see it, it says what is missing. */
export function LibraryButton({ disabled = false, onClick }: { disabled?: boolean; onClick(): void }) {
  const id = useId();
  const may = useMay()('media.read');
  return (
    <>
      <Button
        look="secondary"
        disabled={!may || disabled}
        aria-describedby={may ? undefined : `${id}-why`}
        onClick={onClick}
      >
        Choose from the library
      </Button>
      {!may && (
        <small id={`${id}-why`} className={form.soft}>
          It needs a role that may {PERMISSION_SPECS['media.read'].label}
        </small>
      )}
    </>
  );
}
