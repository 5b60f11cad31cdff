import type { Ref, SelectHTMLAttributes } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import s from './field.module.css';

interface Props extends SelectHTMLAttributes<HTMLSelectElement>, FieldFrameProps {
  ref?: Ref<HTMLSelectElement>;
}

/** A labelled select with its error; takes `<option>` elements. */
export function Select({ label, error, hint, id, className, children, ...select }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, id, className }}>
      {(control) => (
        <div className={`${s.box} ${s.select}`}>
          <select {...select} {...control}>
            {children}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}
