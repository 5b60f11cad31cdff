import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import s from './field.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** What is wrong with the value; read out when the field is reached. */
  error?: string;
  hint?: string;
  /** A button inside the field's end, such as the one that shows a password. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its error beside it. Takes what react-hook-form's `register` gives. */
export function Field({ label, error, hint, end, id, className = '', ...input }: Props) {
  const own = useId();
  const inputId = id ?? own;
  const described = [error && `${inputId}-error`, hint && `${inputId}-hint`].filter(Boolean).join(' ');
  return (
    <div className={`${s.field} ${className}`}>
      <label htmlFor={inputId}>{label}</label>
      <div className={s.box}>
        <input
          {...input}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      {hint && (
        <p id={`${inputId}-hint`} className={s.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${inputId}-error`} className={s.error}>
          {error}
        </p>
      )}
    </div>
  );
}
