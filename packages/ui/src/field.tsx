import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import s from './field.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement>, FieldFrameProps {
  /** Before what is written, such as a currency; the label says it too. */
  start?: string | undefined;
  /** After it: a unit, which the label says too, or a button, such as one that shows a password. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its error. Takes the result of react-hook-form's `register`. */
export function Field({ label, error, hint, id, className, start, end, ...input }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, id, className }}>
      {(control) => (
        <div className={s.box}>
          {start && <Mark>{start}</Mark>}
          <input {...input} {...control} />
          {typeof end === 'string' ? <Mark>{end}</Mark> : end}
        </div>
      )}
    </FieldFrame>
  );
}

const Mark = ({ children }: { children: string }) => (
  <span className={s.mark} aria-hidden="true">
    {children}
  </span>
);
