import { useId, type ReactNode } from 'react';
import s from './field.module.css';

export interface FieldFrameProps {
  label: ReactNode;
  /** Validation error; announced on focus. */
  error?: string | undefined;
  hint?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

/** Props of the control itself. */
interface Control {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A control with its label, hint and error, associated for screen readers. */
export function FieldFrame({
  label,
  error,
  hint,
  id,
  className = '',
  children,
}: FieldFrameProps & { children(control: Control): ReactNode }) {
  const own = useId();
  const controlId = id ?? own;
  // An error with the text of the hint replaces it.
  const isSaid = hint !== undefined && hint === error;
  const described = [error && `${controlId}-error`, hint && !isSaid && `${controlId}-hint`].filter(Boolean).join(' ');
  return (
    <div className={`${s.field} ${className}`}>
      <label htmlFor={controlId}>{label}</label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && !isSaid && (
        <p id={`${controlId}-hint`} className={s.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${controlId}-error`} className={s.error}>
          {error}
        </p>
      )}
    </div>
  );
}
