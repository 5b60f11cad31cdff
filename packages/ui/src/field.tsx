import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import s from './field.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement>, FieldFrameProps {
  /** A button at the end of the field, such as one that shows a password. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its error. Takes the result of react-hook-form's `register`. */
export function Field({ label, error, hint, id, className, end, ...input }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, id, className }}>
      {(control) => (
        <div className={s.box}>
          {/* Blurred on wheel: scrolling would change a focused number. */}
          <input
            {...(input.type === 'number' && { onWheel: (event) => event.currentTarget.blur() })}
            {...input}
            {...control}
          />
          {end}
        </div>
      )}
    </FieldFrame>
  );
}
