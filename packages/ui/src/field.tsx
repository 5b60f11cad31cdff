import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import s from './field.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement>, FieldFrameProps {
  /** A button inside the field's end, such as the one that shows a password. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its error beside it. Takes what react-hook-form's `register` gives. */
export function Field({ label, error, hint, id, className, end, ...input }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, id, className }}>
      {(control) => (
        <div className={s.box}>
          {/* The wheel scrolls the page: it would count a number up or down that has the focus, unseen. */}
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
